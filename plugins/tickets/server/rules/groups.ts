import type { Scope } from '@balcao/sdk/server';
import { connections, type InboundMessage } from '@balcao/connections/contract';

/**
 * Returns the message in the conversation it belongs to. With `groupAsTicket` the group is one conversation. Without
 * it, a member's message belongs to the member's own conversation, and the company answers in private; the company's
 * own messages to the group are ignored. Undefined: the message is ignored.
 */
export const inItsConversation = async (
  scope: Scope,
  connectionId: number,
  message: InboundMessage,
): Promise<InboundMessage | undefined> => {
  if (!message.group) return message;
  if (scope.settings.get('CheckMsgIsGroup') === 'enabled') return undefined;
  const connection = await scope.use(connections).find(connectionId);
  if (!connection?.allowGroup) return undefined;
  if (connection.groupAsTicket === 'enabled') return message;
  if (message.fromMe) return undefined;
  const { group: _group, ...own } = message;
  return own;
};
