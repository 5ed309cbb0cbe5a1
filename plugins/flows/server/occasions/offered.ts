import { sql, type Scope } from '@balcao/sdk/server';
import type { FlowTrigger } from '../../contract.ts';
import { dateTrigger } from './calendar.ts';

const halfHours = Array.from({ length: 48 }, (_, index) => {
  const time = `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`;
  return { id: time, name: time };
});
const monthDays = Array.from({ length: 31 }, (_, index) => String(index + 1));

const weekdays = (scope: Scope) => {
  const name = new Intl.DateTimeFormat(scope.language, { weekday: 'long', timeZone: 'UTC' });
  // 4 January 2026 was a Sunday.
  return Array.from({ length: 7 }, (_, day) => ({ id: String(day), name: name.format(Date.UTC(2026, 0, 4 + day)) }));
};

/** Names of the additional information of contacts that holds dates, of the newest thousands. */
const dateFields = async (scope: Scope) => {
  const rows = await scope.sql.rows<{ name: string }>(
    sql`select min(e.name) as name
          from (select name, value from contacts.public_extra_info order by id desc limit 5000) e
         where e.value ~ '^\\s*(\\d{1,2}[/.-]\\d{1,2}([/.-]\\d{2,4})?|\\d{4}-\\d{1,2}-\\d{1,2})\\s*$'
         group by kernel.normalise(e.name) order by 1 limit 50`,
  );
  return rows.map(({ name }) => ({ id: name, name }));
};

/**
 * Occasions of the calendar. At an hour the flow starts in each conversation that waits without a person and without a
 * flow; on a date of a contact, such as a birthday, in the conversation with the contact, which begins if there is none.
 */
export const calendarOccasions: readonly FlowTrigger[] = [
  { id: 'flows.daily', label: 'server.occasion.daily', subjects: async () => halfHours },
  { id: 'flows.workdays', label: 'server.occasion.workdays', subjects: async () => halfHours },
  { id: 'flows.weekly', label: 'server.occasion.weekly', subjects: async (scope) => weekdays(scope) },
  {
    id: 'flows.monthly',
    label: 'server.occasion.monthly',
    subjects: async () => monthDays.map((day) => ({ id: day, name: day })),
  },
  { id: dateTrigger, label: 'server.occasion.contactDate', subjects: dateFields },
];
