import { notFound, sql, z, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import type { EntryView } from '../../contract.ts';
import { maySee } from '../access.ts';

const named = z.object({ id: z.number(), name: z.string() }).nullable();
export const entryOutput = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  date: z.string(),
  dateEnd: z.string(),
  color: z.string(),
  userId: z.number(),
  user: named,
  allDay: z.boolean(),
  timeZone: z.string(),
  contactId: z.number().nullable(),
  contact: named,
  isPrivate: z.boolean(),
  reminders: z.array(z.number()),
  source: z.string().nullable(),
  isReadOnly: z.boolean(),
  isFree: z.boolean(),
  ticketUuid: z.string().nullable(),
  version: z.number(),
}) as unknown as z.ZodType<EntryView>;

interface Row extends Omit<EntryView, 'date' | 'dateEnd' | 'user' | 'contact'> {
  ticketId: number | null;
  date: Date;
  dateEnd: Date;
  userName: string | null;
  contactName: string | null;
}

/** Returns entries in the order of the ids. */
export const entryViews = async (scope: Scope, ids: readonly number[]): Promise<EntryView[]> => {
  const rows = await scope.sql.rows<Row>(
    sql`select e.id, e.title, e.description, e.starts_at as date, e.ends_at as "dateEnd", e.color, e.user_id as "userId",
               e.all_day as "allDay", e.time_zone as "timeZone", e.contact_id as "contactId", e.is_private as "isPrivate",
               e.reminders, e.source, e.is_read_only as "isReadOnly", e.is_free as "isFree", e.version, u.name as "userName",
               c.name as "contactName", t.id as "ticketId", t.uuid as "ticketUuid"
          from unnest(${[...ids]}::int[]) with ordinality wanted (id, place)
          join agenda.entry e on e.id = wanted.id and e.deleted_at is null
          left join kernel."user" u on u.company_id = e.company_id and u.id = e.user_id
          left join contacts.public_contact c on c.company_id = e.company_id and c.id = e.contact_id
          left join lateral (
            select t.id, t.uuid from tickets.public_ticket t where t.company_id = e.company_id and t.contact_id = e.contact_id
             order by t.updated_at desc, t.id desc limit 1) t on true
         order by wanted.place`,
  );
  const closed = await scope
    .use(tickets)
    .unreadable(rows.flatMap(({ ticketId }) => (ticketId === null ? [] : [ticketId])));
  return rows.map(({ userName, contactName, date, dateEnd, ticketId, ticketUuid, ...row }) => ({
    ...row,
    ticketUuid: ticketId === null || closed.has(ticketId) ? null : ticketUuid,
    date: date.toISOString(),
    dateEnd: dateEnd.toISOString(),
    user: { id: row.userId, name: userName ?? '' },
    contact: row.contactId === null ? null : { id: row.contactId, name: contactName ?? '' },
  }));
};

/** Returns one that was just written, which its writer may no longer see: a private one in the calendar of a colleague. */
export const writtenEntry = async (scope: Scope, id: number): Promise<EntryView> => {
  const [view] = await entryViews(scope, [id]);
  if (!view) throw notFound('ERR_NO_ENTRY_FOUND');
  return view;
};

/** Returns one, or throws 404: also for a colleague's private one, of which only the time is seen. */
export const requireEntry = async (scope: Scope, wanted: number): Promise<EntryView> => {
  const [view] = await entryViews(scope, [wanted]);
  const isOwn = scope.user === undefined || view?.userId === scope.user.id;
  if (!view || !maySee(scope, view.userId) || (view.isPrivate && !isOwn)) throw notFound('ERR_NO_ENTRY_FOUND');
  return view;
};
