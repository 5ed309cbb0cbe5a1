import { notFound, sql, type Scope } from '@balcao/sdk/server';
import { ticketRoom, type NewLogEntry } from '../../contract.ts';

const maxBytes = 4000;
const maxEntries = 1000;

/** PostgreSQL's JSON holds neither NUL nor unpaired surrogates. */
const storable = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;

const row = (
  scope: Scope,
  { ticketId, type, data, by }: NewLogEntry & { ticketId: number },
): { ticket: number; type: string; by: number | null; data: unknown } => {
  if (!/^[a-z][a-z0-9-]*\.[a-zA-Z0-9.-]{1,60}$/.test(type))
    throw new RangeError(`'${type}' names no entry of the log: it begins with the plugin's id and a dot`);
  const json = data === undefined ? 'null' : JSON.stringify(data, storable);
  if (Buffer.byteLength(json) > maxBytes) throw new RangeError(`an entry of the log carries ${maxBytes} bytes at most`);
  return {
    ticket: ticketId,
    type,
    by: by === undefined ? (scope.user?.id ?? null) : by,
    data: JSON.parse(json) as unknown,
  };
};

/** Adds log entries of a plugin, and updates the screens that show the conversations. Returns how many were added. */
export const logEntries = async (
  scope: Scope,
  entries: readonly (NewLogEntry & { ticketId: number })[],
): Promise<number> => {
  if (entries.length > maxEntries) throw new RangeError(`at most ${maxEntries} entries at once`);
  if (entries.length === 0) return 0;
  const tickets = await scope.sql.rows<{ uuid: string }>(
    sql`with t as (select t.id, t.uuid, e.type, e.by, nullif(e.data, 'null'::jsonb) as data
                     from jsonb_to_recordset(${JSON.stringify(entries.map((entry) => row(scope, entry)))}::jsonb)
                            as e(ticket int, type text, by int, data jsonb)
                     join tickets.ticket t on t.id = e.ticket),
             put as (insert into tickets.log (ticket_id, type, user_id, data) select t.id, t.type, t.by, t.data from t)
        select uuid from t`,
  );
  for (const { uuid } of tickets) scope.rooms.emit(ticketRoom, { uuid }, 'log', {});
  return tickets.length;
};

/** Adds one entry; ERR_NO_TICKET_FOUND (404) without the conversation. */
export const logEntry = async (scope: Scope, ticketId: number, entry: NewLogEntry): Promise<void> => {
  if ((await logEntries(scope, [{ ...entry, ticketId }])) === 0) throw notFound('ERR_NO_TICKET_FOUND');
};
