import { notFound, sql, type Scope } from '@balcao/sdk/server';
import { ticketRoom, type NewLogEntry } from '../../contract.ts';

const maxBytes = 4000;

/** PostgreSQL's JSON holds neither NUL nor unpaired surrogates. */
const storable = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;

/** Adds a log entry of a plugin, and updates the screens that show the conversation. */
export const logEntry = async (scope: Scope, ticketId: number, { type, data, by }: NewLogEntry): Promise<void> => {
  if (!/^[a-z][a-z0-9-]*\.[a-zA-Z0-9.-]{1,60}$/.test(type))
    throw new RangeError(`'${type}' names no entry of the log: it begins with the plugin's id and a dot`);
  const json = data === undefined ? null : JSON.stringify(data, storable);
  if (json !== null && Buffer.byteLength(json) > maxBytes)
    throw new RangeError(`an entry of the log carries ${maxBytes} bytes at most`);
  const userId = by === undefined ? (scope.user?.id ?? null) : by;
  const ticket = await scope.sql.one<{ uuid: string }>(
    sql`with t as (select t.id, t.uuid from tickets.ticket t where t.id = ${ticketId}),
             put as (insert into tickets.log (ticket_id, type, user_id, data)
                     select t.id, ${type}::text, ${userId}::int, ${json}::jsonb from t)
        select uuid from t`,
  );
  if (!ticket) throw notFound('ERR_NO_TICKET_FOUND');
  scope.rooms.emit(ticketRoom, { uuid: ticket.uuid }, 'log', {});
};
