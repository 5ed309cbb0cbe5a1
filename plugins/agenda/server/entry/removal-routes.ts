import { conflict, forbidden, notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { maySee, params } from '../access.ts';
import { entryOutput, requireEntry } from './entry-view.ts';
import { announceEntry, armReminders, lockEntry } from './save-entry.ts';

const version = z.coerce.number().int().optional();

interface Removed {
  userId: number;
  isPrivate: boolean;
  isDeleted: boolean;
  version: number;
  date: Date;
  reminders: number[];
}
const stored = (scope: Scope, id: number): Promise<Removed | undefined> =>
  scope.sql.one<Removed>(
    sql`select user_id as "userId", is_private as "isPrivate", deleted_at is not null as "isDeleted", version, starts_at as date, reminders
          from agenda.entry where id = ${id}`,
  );

/** Deletes entries, and brings them back. */
export const removalRoutes = (host: Host<typeof manifest>): void => {
  host.route('DELETE', '/scheduleforms/:id', {
    access: 'signed-in',
    summary:
      'Deletes an entry; with `version` only if nobody changed it meanwhile (ERR_ENTRY_CHANGED, 409). Answers the version by which it can be restored.',
    input: { params, query: z.object({ version }) },
    output: z.object({ id: z.number(), version: z.number() }),
    handle: ({ params: { id }, query }, scope) =>
      scope.tx(async (inner) => {
        await lockEntry(inner, id);
        const before = await requireEntry(inner, id);
        if (query.version !== undefined && query.version !== before.version)
          throw conflict('ERR_ENTRY_CHANGED', { version: before.version });
        if (before.isReadOnly) throw forbidden('ERR_ENTRY_READ_ONLY');
        await inner.sql.run(
          sql`update agenda.entry set deleted_at = now(), updated_at = now(), version = version + 1 where id = ${id}`,
        );
        await announceEntry(inner, id, [before.userId], 'delete');
        return { id, version: before.version + 1 };
      }),
  });

  host.route('POST', '/scheduleforms/:id/restore', {
    access: 'signed-in',
    summary:
      'Brings a deleted entry back, with its reminders, and into a calendar outside. `version` is the one that its deletion answered; one that was restored and deleted again meanwhile stays deleted (ERR_ENTRY_CHANGED, 409).',
    input: { params, body: z.object({ version: z.number().int() }) },
    output: entryOutput,
    handle: ({ params: { id }, body }, scope) =>
      scope.tx(async (inner) => {
        await lockEntry(inner, id);
        const before = await stored(inner, id);
        if (!before || !maySee(inner, before.userId) || (before.isPrivate && before.userId !== scope.user.id))
          throw notFound('ERR_NO_ENTRY_FOUND');
        // Another window was faster.
        if (!before.isDeleted) return requireEntry(inner, id);
        if (body.version !== before.version) throw conflict('ERR_ENTRY_CHANGED', { version: before.version });
        await inner.sql.run(
          sql`update agenda.entry set deleted_at = null, updated_at = now(), version = version + 1 where id = ${id}`,
        );
        await armReminders(inner, id, before);
        await announceEntry(inner, id, [before.userId]);
        return requireEntry(inner, id);
      }),
  });
};
