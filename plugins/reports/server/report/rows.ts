import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import { reportColumn } from '../../contract.ts';
import { attendanceWhere, type Filter } from '../filter.ts';

export interface Row {
  id: number;
  uuid: string;
  no: number;
  whatsappName: string | null;
  channel: string;
  contactName: string;
  userName: string | null;
  queueName: string | null;
  queueColor: string | null;
  status: 'pending' | 'open' | 'closed';
  lastMessage: string;
  lastMessageType: string;
  openedAt: Date;
  closedAt: Date | null;
  waitS: number | null;
  supportS: number | null;
  transfers: number;
  rate: number | null;
}

const columns = (masked: boolean): Sql => sql`
  a.ticket_id as id, t.uuid, a.no, w.name as "whatsappName", a.channel,
  coalesce(contacts.visible(c.name, c.number, ${masked}), '') as "contactName",
  u.name as "userName", q.name as "queueName", q.color as "queueColor",
  case when a.closed_at is not null then 'closed' when a.user_id is not null then 'open' else 'pending' end as status,
  t.last_message as "lastMessage", t.last_message_type as "lastMessageType", a.opened_at as "openedAt", a.closed_at as "closedAt",
  a.wait_s as "waitS", a.support_s as "supportS", a.transfers, a.rate`;
const joins = sql`
  join tickets.public_ticket t on t.company_id = a.company_id and t.id = a.ticket_id
  left join contacts.public_contact c on c.company_id = a.company_id and c.id = a.contact_id
  left join connections.public_connection w on w.company_id = a.company_id and w.id = a.connection_id
  left join queues.public_queue q on q.company_id = a.company_id and q.id = a.queue_id
  left join kernel."user" u on u.company_id = a.company_id and u.id = a.user_id`;

const timeOf = (filter: Filter): Sql => (filter.basis === 'opened' ? sql`a.opened_at` : sql`a.closed_at`);

/** Reads attendances, newest first: the rows are chosen by one index before anything is joined. */
const read = <R extends Row>(
  scope: Scope,
  filter: Filter,
  { more, limit, offset = 0, added = sql.empty }: { more: Sql; limit: number; offset?: number; added?: Sql },
): Promise<R[]> => {
  const order = sql`${timeOf(filter)} desc, a.ticket_id desc, a.no desc`;
  return scope.sql.rows<R>(sql`
    select ${columns(filter.masked)} ${added}
      from (select a.* from reports.attendance a where ${attendanceWhere(filter)} and ${more}
             order by ${order} limit ${limit} offset ${offset}) a ${joins}
     order by ${order}`);
};

export const readPage = (scope: Scope, filter: Filter, page: number, size: number): Promise<Row[]> =>
  read(scope, filter, { more: sql`true`, limit: size, offset: (page - 1) * size });

const batch = 500;

/**
 * Yields all rows of the filter, newest first, in batches that continue after the last one: neither memory nor a
 * transaction grows with their number. What begins meanwhile is left out, and what is deleted meanwhile changes nothing
 * about the rest, so nothing comes twice.
 */
export async function* readAll(scope: Scope, filter: Filter): AsyncGenerator<Row[]> {
  const at = timeOf(filter);
  const until = sql`${at} <= ${new Date()}`;
  // The time with its microseconds, which a `Date` does not have.
  const added = sql`, ${at}::text as "exactTime"`;
  let last: (Row & { exactTime: string }) | undefined;
  for (;;) {
    scope.signal.throwIfAborted();
    const more = last
      ? sql`${until} and (${at}, a.ticket_id, a.no) < (${last.exactTime}::timestamptz, ${last.id}, ${last.no})`
      : until;
    const rows = await read<Row & { exactTime: string }>(scope, filter, { more, limit: batch, added });
    if (rows.length > 0) yield rows;
    if (rows.length < batch) return;
    last = rows.at(-1);
  }
}

export interface Extra {
  id: string;
  label: string;
  of: ReadonlyMap<number, string>;
}

/** The columns that plugins add, for these rows. One that fails is empty. */
export const extrasOf = (scope: Scope, ticketIds: readonly number[]): Promise<Extra[]> =>
  Promise.all(
    scope.contributions(reportColumn).map(async ({ item, scope: own, run }) => ({
      id: item.id,
      label: own.t(item.label),
      of:
        ticketIds.length === 0
          ? new Map<number, string>()
          : await run((column, its) => column.load([...new Set(ticketIds)], its)).catch(
              () => new Map<number, string>(),
            ),
    })),
  );
