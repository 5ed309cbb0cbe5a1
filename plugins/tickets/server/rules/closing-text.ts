import type { Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { queues } from '@balcao/queues/contract';

export interface ClosingText {
  completion: string;
  rating: string;
  ratingMinutes: number;
  maxWrongRatings: number;
}

/** Returns the closing text of a conversation: that of its queue, else that of its connection. */
export const closingText = async (
  scope: Scope,
  { queueId, whatsappId }: { queueId: number | null; whatsappId: number | null },
): Promise<ClosingText | undefined> => {
  const connection = whatsappId === null ? undefined : await scope.use(connections).find(whatsappId);
  if (!connection) return undefined;
  const queue = queueId === null ? undefined : await scope.use(queues).find(queueId);
  const own = (text: string | undefined, other: string): string => (text?.trim() ? text : other);
  return {
    completion: own(queue?.complationMessage, connection.complationMessage),
    rating: own(queue?.ratingMessage, connection.ratingMessage),
    ratingMinutes: connection.expiresTicketNPS,
    maxWrongRatings: connection.maxUseBotQueuesNPS,
  };
};
