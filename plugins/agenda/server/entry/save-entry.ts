import { sql, type Scope } from '@balcao/sdk/server';
import { entriesChanged, remindEntry } from '../../contract.ts';
import { publishChange } from '../message/changed.ts';
import type { EntryFields } from './entry-form.ts';

/** Holds an entry until the end of the transaction. */
export const lockEntry = (scope: Scope, id: number): Promise<unknown> =>
  scope.sql.one(sql`select 1 from agenda.entry where id = ${id} for update`);

/** Schedules the reminders of an entry; those of its former time find that it was moved, and say nothing. */
export const armReminders = async (
  scope: Scope,
  id: number,
  { date, reminders }: Pick<EntryFields, 'date' | 'reminders'>,
): Promise<void> => {
  for (const minutes of reminders) {
    const at = new Date(date.getTime() - minutes * 60_000);
    if (at.getTime() > Date.now())
      await scope.jobs.schedule(
        remindEntry,
        { entryId: id, minutes, at: date.toISOString() },
        { key: `${id}:${minutes}`, at },
      );
  }
};

/** Announces a change to open calendars, and to plugins. Call it inside `tx`. */
export const announceEntry = async (
  scope: Scope,
  id: number,
  userIds: readonly number[],
  action: 'update' | 'delete' = 'update',
): Promise<void> => {
  for (const userId of new Set(userIds)) {
    publishChange(scope, userId, String(id), action);
    await scope.emit(entriesChanged, `person:${userId}`, { userIds: [userId], by: null });
  }
};

/** Stores a new entry. Call it inside `tx`. */
export const insertEntry = async (scope: Scope, form: EntryFields): Promise<number> => {
  const made = await scope.sql.one<{ id: number }>(
    sql`insert into agenda.entry (title, description, starts_at, ends_at, time_zone, all_day, color, user_id, contact_id, is_private, reminders)
        values (${form.title}, ${form.description}, ${form.date}, ${form.dateEnd}, ${form.timeZone}, ${form.allDay}, ${form.color},
                ${form.userId}, ${form.contactId}, ${form.isPrivate}, ${form.reminders}::int[]) returning id`,
  );
  const id = made?.id ?? 0;
  await armReminders(scope, id, form);
  await announceEntry(scope, id, [form.userId]);
  return id;
};

/** Changes an entry. Call it inside `tx`. */
export const updateEntry = async (scope: Scope, id: number, form: EntryFields, formerUser: number): Promise<void> => {
  await scope.sql.run(
    sql`update agenda.entry
           set title = ${form.title}, description = ${form.description}, starts_at = ${form.date}, ends_at = ${form.dateEnd},
               time_zone = ${form.timeZone}, all_day = ${form.allDay}, color = ${form.color}, user_id = ${form.userId},
               contact_id = ${form.contactId}, is_private = ${form.isPrivate}, reminders = ${form.reminders}::int[],
               version = version + 1, updated_at = now()
         where id = ${id} and deleted_at is null`,
  );
  await armReminders(scope, id, form);
  await announceEntry(scope, id, [form.userId, formerUser]);
};
