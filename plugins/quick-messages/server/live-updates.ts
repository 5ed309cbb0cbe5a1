import { sql, type Scope } from '@balcao/sdk/server';
import { quickMessageChanged, quickMessagesRoom } from '../contract.ts';

/** Returns the people with access: the owner and those it is shared with. */
export const holders = async (scope: Scope, quickMessageId: number): Promise<number[]> => {
  const rows = await scope.sql.rows<{ userId: number }>(
    sql`select user_id as "userId" from quick_messages.quick_message where id = ${quickMessageId} and user_id is not null
        union select user_id from quick_messages.share where quick_message_id = ${quickMessageId}`,
  );
  return rows.map(({ userId }) => userId);
};

/**
 * Publishes a change to these people, who refetch, and to other plugins. Only the id is sent: a text may exceed the size
 * of a live message.
 */
export const publishQuickMessage = async (
  scope: Scope,
  people: Iterable<number>,
  quickMessageId: number,
): Promise<void> => {
  for (const userId of new Set(people)) scope.rooms.emit(quickMessagesRoom, { userId }, 'changed', { quickMessageId });
  await scope.emit(quickMessageChanged, `quick-message:${quickMessageId}`, { quickMessageId });
};
