import { pageQuery, readPage, sql, z, type Host } from '@balcao/sdk/server';
import { scheduleStatuses } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { id, params, visibleTo } from '../access.ts';
import { output, requireSchedule, scheduleViews } from './message-view.ts';

/** Clients of the specification send every parameter, also empty ones. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (value === '' || value === 'undefined' || value === 'null' ? undefined : value),
    schema.optional(),
  );

const query = pageQuery.extend({
  userId: optional(id),
  contactId: optional(id),
  status: optional(z.enum(scheduleStatuses)),
  companyId: z.unknown().optional().describe('Ignored: the company is that of the session.'),
});

export const readingRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/schedules', {
    access: 'signed-in',
    summary:
      'Scheduled messages, 20 a page: first those that wait, the next one first, then the others, the latest first. Those of others need schedules:view.',
    input: { query },
    output: z.object({ schedules: z.array(output), hasMore: z.boolean(), count: z.number() }),
    handle: async ({ query: { searchParam, pageNumber, userId, contactId, status } }, scope) => {
      const found =
        searchParam === ''
          ? sql`true`
          : sql`(s.body_search like kernel.like_pattern(${searchParam}) or s.contact_id in (select contacts.contact_match(${searchParam}, 1000)))`;
      const page = await readPage<{ id: number }>(scope, {
        columns: sql`s.id`,
        from: sql`agenda.schedule s where ${visibleTo(scope, sql`s.user_id`)} and ${found}
                    and ${userId === undefined ? sql`true` : sql`s.user_id = ${userId}`}
                    and ${contactId === undefined ? sql`true` : sql`s.contact_id = ${contactId}`}
                    and ${status === undefined ? sql`true` : sql`s.status = ${status}`}`,
        orderBy: sql`s.status not in ('PENDENTE', 'ENVIANDO'),
          case when s.status in ('PENDENTE', 'ENVIANDO') then s.send_at end, s.send_at desc, s.id desc`,
        page: pageNumber,
      });
      const ids = page.records.map((row) => row.id);
      return { schedules: await scheduleViews(scope, ids), hasMore: page.hasMore, count: page.count };
    },
  });
  host.route('GET', '/schedules/:id', {
    access: 'signed-in',
    summary: 'One scheduled message.',
    input: { params },
    output,
    handle: ({ params: { id: wanted } }, scope) => requireSchedule(scope, wanted),
  });
};
