import { sql, type Scope } from '@balcao/sdk/server';
import type { BusyTime, CalendarEvent } from '../../contract.ts';

export interface Range {
  from: Date;
  until: Date;
  userIds: readonly number[];
}
interface Row extends Omit<CalendarEvent, 'date' | 'dateEnd' | 'sentAt' | 'isEditable' | 'isBusy'> {
  at: Date;
  end: Date;
  sent: Date | null;
  isPrivate: boolean;
  isReadOnly: boolean;
}

/** More are not drawn in one view. */
const limit = 5000;

/** Whole days of other zones begin up to a day before or after those of the reader. */
const days = (at: Date, count: number): Date => new Date(at.getTime() + count * 86_400_000);

/** Returns everything on the calendars of these people that touches a range. The caller checks who may see whom. */
export const calendarEvents = async (scope: Scope, { from, until, userIds }: Range): Promise<CalendarEvent[]> => {
  const rows = await scope.sql.rows<Row>(
    sql`select e.id::text as id, 'entry' as kind, e.title, e.starts_at as at, e.ends_at as "end", e.all_day as "allDay", e.time_zone as "timeZone", e.color,
               e.user_id as "userId", u.name as "userName", null as status, null as error, null::int as "lateMinutes",
               null::timestamptz as sent, false as "isRecurring", c.name as "contactName", e.is_private as "isPrivate",
               e.source, e.is_read_only as "isReadOnly", e.version
          from agenda.entry e
          join kernel."user" u on u.company_id = e.company_id and u.id = e.user_id
          left join contacts.public_contact c on c.company_id = e.company_id and c.id = e.contact_id
         where e.user_id = any(${[...userIds]}::int[]) and e.deleted_at is null and e.starts_at < ${days(until, 1)} and e.ends_at >= ${days(from, -1)}
           and (e.all_day or (e.starts_at < ${until} and e.ends_at >= ${from}))
        union all
        select 'SCH-' || s.id, 'message', s.body, s.send_at, s.send_at, false, ${scope.company.timeZone}, '', s.user_id, u.name, s.status, s.error, s.late_minutes,
               s.sent_at, s.series_id is not null, c.name, false, null, false, s.version
          from agenda.schedule s
          join kernel."user" u on u.company_id = s.company_id and u.id = s.user_id
          left join contacts.public_contact c on c.company_id = s.company_id and c.id = s.contact_id
         where s.user_id = any(${[...userIds]}::int[]) and s.send_at >= ${from} and s.send_at < ${until}
         order by at, id limit ${limit}`,
  );
  return rows.map(({ at, end, sent, isPrivate, isReadOnly, ...row }) => {
    const isOwn = row.userId === scope.user?.id;
    const isBusy = isPrivate && !isOwn;
    return {
      ...row,
      ...(isBusy
        ? { title: '', contactName: null }
        : row.kind === 'message'
          ? { title: messageTitle(scope, row) }
          : {}),
      date: at.toISOString(),
      dateEnd: end.toISOString(),
      sentAt: sent?.toISOString() ?? null,
      isBusy,
      isEditable: isOwn && (row.kind === 'entry' ? !isReadOnly : row.status === 'PENDENTE' || row.status === 'ERRO'),
    };
  });
};

/** The title of a failed message is its error in words, as the specification wants it. */
const messageTitle = (
  scope: Scope,
  { status, error, title, contactName }: Pick<Row, 'status' | 'error' | 'title' | 'contactName'>,
): string => (status === 'ERRO' ? `${contactName ?? ''}: ${reasonText(scope, error)}` : (contactName ?? title));

/** Says why a message was not sent. */
const reasonText = (scope: Scope, code: string | null): string => {
  for (const key of [`failure.${code ?? ''}`, `errors.${code ?? ''}`]) {
    const text = scope.t(key);
    if (text !== key && text !== '') return text;
  }
  return scope.t('failure.other');
};

/** Returns the taken times of people, without titles: for everybody of the company. */
export const busyTimes = async (scope: Scope, { from, until, userIds }: Range): Promise<BusyTime[]> => {
  const rows = await scope.sql.rows<{ userId: number; from: Date; until: Date }>(
    sql`select e.user_id as "userId", e.starts_at as "from", e.ends_at as until from agenda.entry e
         where e.user_id = any(${[...userIds]}::int[]) and e.deleted_at is null and not e.is_free and e.starts_at < ${until} and e.ends_at > ${from}
         order by e.starts_at, e.id limit ${limit}`,
  );
  return rows.map((row) => ({ userId: row.userId, from: row.from.toISOString(), until: row.until.toISOString() }));
};
