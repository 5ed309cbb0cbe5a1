import { conflict, forbidden, invalid, pageQuery, readPage, sql, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { assertMayWrite, id, maySee, params, visibleTo } from '../access.ts';
import { busyTimes, calendarEvents } from './calendar.ts';
import { assertEntryReferences, completed, entryChange, entryForm } from './entry-form.ts';
import { entryOutput, entryViews, requireEntry, writtenEntry } from './entry-view.ts';
import { assertMayChange } from './read-only.ts';
import { insertEntry, lockEntry, updateEntry } from './save-entry.ts';

const day = 86_400_000;
const people = z
  .string()
  .max(400)
  .regex(/^\d{1,9}(,\d{1,9})*$/, 'ERR_INVALID_VALUE')
  .transform((text) => text.split(',').map(Number));
const range = z.object({ from: z.coerce.date(), to: z.coerce.date() });
const assertRange = ({ from, to }: { from: Date; to: Date }): void => {
  if (to <= from || to.getTime() - from.getTime() > 400 * day) throw invalid({ to: 'ERR_INVALID_VALUE' });
};
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (value === '' || value === 'undefined' || value === 'null' ? undefined : value),
    schema.optional(),
  );

export const entryRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/scheduleforms', {
    access: 'signed-in',
    summary:
      'Entries of the calendar. With `from` and `to` everything between them on the calendars of `userIds` (comma-separated; absent: one’s own), messages too, as events whose ids begin with `SCH-` for messages; otherwise entries, 20 a page. Calendars of others need schedules:view.',
    input: {
      query: pageQuery.extend({
        userId: optional(id),
        companyId: z.unknown().optional(),
        from: optional(z.coerce.date()),
        to: optional(z.coerce.date()),
        userIds: optional(people),
      }),
    },
    output: z.object({
      schedules: z.array(z.looseObject({ id: z.union([z.number(), z.string()]), title: z.string(), date: z.string() })),
      hasMore: z.boolean(),
      count: z.number(),
    }),
    handle: async ({ query }, scope) => {
      const { from, to, userId, searchParam } = query;
      if (from && to) {
        assertRange({ from, to });
        const userIds = query.userIds ?? [userId ?? scope.user.id];
        if (userIds.some((one) => !maySee(scope, one))) throw forbidden();
        const events = await calendarEvents(scope, { from, until: to, userIds });
        return { schedules: events.map((event) => ({ ...event })), hasMore: false, count: events.length };
      }
      const page = await readPage<{ id: number }>(scope, {
        columns: sql`e.id`,
        from: sql`agenda.entry e where e.deleted_at is null and ${visibleTo(scope, sql`e.user_id`)}
                    and (not e.is_private or e.user_id = ${scope.user.id})
                    and ${userId === undefined ? sql`true` : sql`e.user_id = ${userId}`}
                    and ${searchParam === '' ? sql`true` : sql`e.title_search like kernel.like_pattern(${searchParam})`}`,
        orderBy: sql`e.starts_at desc, e.id desc`,
        page: query.pageNumber,
      });
      const views = await entryViews(
        scope,
        page.records.map((row) => row.id),
      );
      return { schedules: views.map((view) => ({ ...view })), hasMore: page.hasMore, count: page.count };
    },
  });

  host.route('GET', '/agenda/busy', {
    access: 'signed-in',
    summary: 'Taken times of people (`userIds`, comma-separated) between two moments, without titles.',
    input: { query: range.extend({ userIds: people }) },
    output: z.array(z.object({ userId: z.number(), from: z.string(), until: z.string() })),
    handle: ({ query: { from, to, userIds } }, scope) => {
      assertRange({ from, to });
      return busyTimes(scope, { from, until: to, userIds });
    },
  });

  host.route('GET', '/agenda/people', {
    access: 'schedules:view',
    summary: 'People whose calendars may be laid over one’s own.',
    output: z.array(z.object({ id: z.number(), name: z.string() })),
    handle: (_request, scope) =>
      scope.sql.rows<{ id: number; name: string }>(
        sql`select u.id, u.name from users.public_user u where not u.is_virtual order by kernel.normalise(u.name), u.id limit 500`,
      ),
  });

  host.route('GET', '/scheduleforms/:id', {
    access: 'signed-in',
    summary: 'One entry of the calendar.',
    input: { params },
    output: entryOutput,
    handle: ({ params: { id: wanted } }, scope) => requireEntry(scope, wanted),
  });

  host.route('POST', '/scheduleforms', {
    access: 'signed-in',
    summary: 'Adds an entry to one’s calendar, or with schedules:view to that of `userId`.',
    input: { body: entryForm },
    output: entryOutput,
    handle: async ({ body }, scope) => {
      const form = completed(scope, { ...given(body), userId: body.userId ?? scope.user.id } as Given);
      assertMayWrite(scope, form.userId);
      await assertEntryReferences(scope, form);
      return scope.tx(async (inner) => {
        const made = await insertEntry(inner, form);
        return writtenEntry(inner, made);
      });
    },
  });

  host.route('PUT', '/scheduleforms/:id', {
    access: 'signed-in',
    summary: 'Changes an entry; absent fields stay.',
    input: { params, body: entryChange },
    output: entryOutput,
    handle: ({ params: { id: wanted }, body: { version, ...body } }, scope) =>
      scope.tx(async (inner) => {
        await lockEntry(inner, wanted);
        const before = await requireEntry(inner, wanted);
        if (version !== undefined && version !== before.version)
          throw conflict('ERR_ENTRY_CHANGED', { version: before.version });
        const change = given(body);
        const date = change.date ?? new Date(before.date);
        // Moved without an end, it keeps its length.
        const length = Date.parse(before.dateEnd) - Date.parse(before.date);
        const dateEnd = change.dateEnd ?? new Date(date.getTime() + length);
        const form = completed(inner, { ...before, ...change, userId: body.userId ?? before.userId, date, dateEnd });
        assertMayWrite(inner, form.userId);
        assertMayChange(before, form);
        await assertEntryReferences(inner, form);
        await updateEntry(inner, wanted, form, before.userId);
        return writtenEntry(inner, wanted);
      }),
  });
};

type Given = Parameters<typeof completed>[1];
const given = (body: object): Partial<Given> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
