import type { Scope } from '@balcao/sdk/server';
import { connections, type InboundMessage } from '@balcao/connections/contract';

/**
 * What becomes of a message written in a group. With `groupAsTicket` the group is one conversation. Without, what a
 * member writes there is that member's own conversation, and the company answers in private; its own messages to the
 * group are nobody's then. Undefined: it is not taken.
 */
export const takenFromGroup = async (
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
