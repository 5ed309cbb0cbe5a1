import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import type { MessageView } from '../../contract.ts';
import { readerOf, type SignedIn } from '../reader.ts';
import { positionOf } from './page-position.ts';

const maxAtOnce = 200;

const isMasked = (scope: Scope): boolean => scope.user !== undefined && readerOf(scope as SignedIn).masked;

const withChoices = (ids: Sql, masked: boolean): Sql =>
  sql`select tickets.messages_json(w.ids, ${masked}) as messages,
             coalesce((select json_object_agg(m.id, m.choice) from tickets.message m
                        where m.id = any(w.ids) and m.choice is not null), '{}') as choices
        from (select ${ids} as ids) w`;

const read = async (scope: Scope, ids: Sql, masked: boolean): Promise<MessageView[]> => {
  const row = await scope.sql.one<{ messages: string; choices: Record<string, string> }>(withChoices(ids, masked));
  const messages = JSON.parse(row?.messages ?? '[]') as MessageView[];
  return messages.map((message) => ({ ...message, choice: row?.choices[message.id] ?? null }));
};

/** Returns one message with the option that was tapped. Without `masked`, as this reader may see it. */
export const messageById = async (
  scope: Scope,
  id: number,
  masked = isMasked(scope),
): Promise<MessageView | undefined> =>
  (await read(scope, sql`array(select m.id from tickets.message m where m.id = ${id})`, masked))[0];

/** Returns the last messages of a conversation, or those before a message; oldest first. */
export const lastMessages = async (
  scope: Scope,
  ticketId: number,
  { limit = 50, before }: { limit?: number; before?: number },
): Promise<MessageView[]> => {
  const place = before === undefined ? undefined : await positionOf(scope as SignedIn, ticketId, before);
  const earlier = place ? sql`and (m.sent_at, m.id) < (${place.sentAt}::timestamptz, ${place.id}::bigint)` : sql.empty;
  const max = Math.min(Math.max(Math.trunc(limit), 0), maxAtOnce);
  const ids = sql`array(select m.id from tickets.message m where m.ticket_id = ${ticketId} ${earlier}
                         order by m.sent_at desc, m.id desc limit ${max})`;
  return read(scope, ids, isMasked(scope));
};
