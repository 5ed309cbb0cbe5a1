import { forbidden, sql, type Scope } from '@balcao/sdk/server';
import type { OwnChat, SignedIn } from '../access.ts';

/** The id by which a text mentions everybody. */
const everybody = 0;

/** Returns the ids of the members whom a message mentions: in its text as `@[7]`, or named beside it. */
export const mentionsIn = async (
  scope: SignedIn,
  chat: OwnChat,
  words: string,
  named: readonly number[],
): Promise<number[]> => {
  const inText = [...words.matchAll(/@\[(\d{1,9})\]/g)].map(([, id]) => Number(id));
  const wanted = [...new Set([...inText, ...named])].slice(0, 1000);
  if (wanted.length === 0) return [];
  if (wanted.includes(everybody) && chat.ownerId !== scope.user.id) throw forbidden('ERR_MENTION_ALL_OWNER_ONLY');
  const members = await membersAmong(scope, chat.id, wanted);
  return wanted.includes(everybody) ? [everybody, ...members] : members;
};

const membersAmong = async (scope: Scope, chatId: number, ids: readonly number[]): Promise<number[]> =>
  (
    await scope.sql.rows<{ id: number }>(sql`select user_id as id from internal_chat.member
      where chat_id = ${chatId} and left_at is null and user_id = any(${ids}::int[]) order by user_id`)
  ).map((row) => row.id);
