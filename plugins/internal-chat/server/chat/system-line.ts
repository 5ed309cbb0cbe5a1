import { sql } from '@balcao/sdk/server';
import type { ChatMessageView, SystemLine } from '../../contract.ts';
import type { SignedIn } from '../access.ts';
import { readMessages } from '../message/message-view.ts';

/** Adds a line about the chat, such as who was added. It is unread for nobody. */
export const addLine = async (
  scope: SignedIn,
  chatId: number,
  line: SystemLine,
): Promise<ChatMessageView | undefined> => {
  const made = await scope.sql.one<{ id: number }>(sql`
    with place as (
      update internal_chat.chat set seq = seq + 1, updated_at = clock_timestamp() where id = ${chatId} returning seq)
    insert into internal_chat.message (chat_id, seq, sender_id, sender_name, system)
    select ${chatId}, place.seq, ${scope.user.id}, ${scope.user.name}, ${JSON.stringify(line)}::jsonb from place
    returning id::int as id`);
  return (await readMessages(scope, sql`m.id = ${made?.id ?? 0}`))[0];
};
