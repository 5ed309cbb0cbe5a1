import { sql, type Scope } from '@balcao/sdk/server';
import { entriesChanged, type LockedEntry, type OutsideCalendar } from '../../contract.ts';
import { publishChange } from '../message/changed.ts';
import { armReminders } from './save-entry.ts';

const announce = async (scope: Scope, source: string, userIds: readonly number[], id: number): Promise<void> => {
  for (const userId of new Set(userIds)) {
    publishChange(scope, userId, String(id));
    await scope.emit(entriesChanged, `person:${userId}`, { userIds: [userId], by: source });
  }
};

/** The entries that other plugins bring from calendars outside. */
export const outsideEntries = (scope: Scope): OutsideCalendar => ({
  async add(source, userId, entries) {
    if (entries.length === 0) return [];
    const rows = await scope.sql.rows<{ id: number }>(
      sql`insert into agenda.entry (title, description, starts_at, ends_at, time_zone, all_day, is_private, is_free, is_read_only, user_id, source, color)
          select title, description, date, "dateEnd", "timeZone", "allDay", "isPrivate", coalesce("isFree", false), "isReadOnly", ${userId}, ${source}, '#3B7DD8'
            from jsonb_to_recordset(${JSON.stringify(entries.map((entry, place) => ({ ...entry, place })))}::jsonb)
                 as x (title text, description text, date timestamptz, "dateEnd" timestamptz, "timeZone" text, "allDay" boolean,
                       "isPrivate" boolean, "isFree" boolean, "isReadOnly" boolean, place int)
           order by place returning id`,
    );
    await announce(scope, source, [userId], rows[0]?.id ?? 0);
    return rows.map(({ id }) => id).toSorted((one, other) => one - other);
  },
  async change(source, id, fields) {
    const row = await scope.sql.one<{ version: number; userId: number; date: Date; reminders: number[] }>(
      sql`update agenda.entry e
             set title = coalesce(x.title, e.title), description = coalesce(x.description, e.description),
                 starts_at = coalesce(x.date, e.starts_at), ends_at = coalesce(x."dateEnd", e.ends_at),
                 time_zone = coalesce(x."timeZone", e.time_zone), all_day = coalesce(x."allDay", e.all_day),
                 is_private = coalesce(x."isPrivate", e.is_private), is_read_only = coalesce(x."isReadOnly", e.is_read_only),
                 is_free = coalesce(x."isFree", e.is_free),
                 version = e.version + 1, updated_at = now()
            from jsonb_to_record(${JSON.stringify(fields)}::jsonb)
                 as x (title text, description text, date timestamptz, "dateEnd" timestamptz, "timeZone" text, "allDay" boolean,
                       "isPrivate" boolean, "isFree" boolean, "isReadOnly" boolean)
           where e.id = ${id} and e.deleted_at is null
         returning e.version, e.user_id as "userId", e.starts_at as date, e.reminders`,
    );
    if (!row) return undefined;
    if (fields.date) await armReminders(scope, id, row);
    await announce(scope, source, [row.userId], id);
    return row.version;
  },
  async remove(source, ids) {
    if (ids.length === 0) return;
    const rows = await scope.sql.rows<{ id: number; userId: number }>(
      sql`update agenda.entry set deleted_at = now(), updated_at = now(), version = version + 1
           where id = any(${[...ids]}::int[]) and deleted_at is null returning id, user_id as "userId"`,
    );
    await announce(
      scope,
      source,
      rows.map(({ userId }) => userId),
      rows[0]?.id ?? 0,
    );
  },
  lock: (ids) =>
    scope.sql.rows<LockedEntry>(
      sql`select id, user_id as "userId", title, description, starts_at as date, ends_at as "dateEnd", time_zone as "timeZone",
                 all_day as "allDay", is_private as "isPrivate", is_free as "isFree", is_read_only as "isReadOnly", version, updated_at as "updatedAt",
                 deleted_at as "deletedAt"
            from agenda.entry where id = any(${[...ids]}::int[]) order by id for update`,
    ),
  async release(source, userId) {
    const rows = await scope.sql.rows<{ id: number }>(
      sql`update agenda.entry set is_read_only = false, updated_at = now(), version = version + 1
           where user_id = ${userId} and source = ${source} and is_read_only and deleted_at is null returning id`,
    );
    if (rows[0]) await announce(scope, source, [userId], rows[0].id);
  },
  async setConnected(source, userId, isConnected) {
    const changed = await scope.sql.run(
      isConnected
        ? sql`insert into agenda.connected_source (user_id, source) values (${userId}, ${source}) on conflict do nothing`
        : sql`delete from agenda.connected_source where user_id = ${userId} and source = ${source}`,
    );
    if (changed > 0) publishChange(scope, userId, source);
  },
});
