import { pageOutput, pageQuery, sql, z, type Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { announcementOutput, pageOf, params, requireAnnouncement } from './announcement.ts';

const search = pageQuery.extend({
  /** Limits the list to the announcements that people see, for super users too. */
  active: z.enum(['true', 'false']).default('false'),
});

export const readingRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/announcements', {
    access: 'signed-in',
    summary: 'Announcements, the newest first, 20 a page; those that are not active for super users only.',
    input: { query: search },
    output: pageOutput(announcementOutput),
    handle: ({ query }, scope) =>
      pageOf(scope, {
        term: query.searchParam,
        page: query.pageNumber,
        activeOnly: query.active === 'true',
      }),
  });
  host.route('GET', '/announcements/:id', {
    access: 'signed-in',
    summary: 'One announcement.',
    input: { params },
    output: announcementOutput,
    handle: (request, scope) => requireAnnouncement(scope, request.params.id),
  });
  host.route('POST', '/announcements/:id/read', {
    access: 'signed-in',
    summary: 'Marks an announcement as read by the caller.',
    input: { params },
    handle: async (request, scope) => {
      const { id } = await requireAnnouncement(scope, request.params.id);
      if (scope.user.impersonating) return;
      await scope.sql.run(
        sql`insert into announcements.reading (user_id, announcement_id) values (${scope.user.id}, ${id})
            on conflict do nothing`,
      );
    },
  });
};
