import { mergeEdit, sql, type CurrentUser, type Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import {
  announcementOutput,
  changedAnnouncement,
  lookUpAnnouncement,
  newAnnouncement,
  none,
  params,
  requireAnnouncement,
} from './announcement.ts';
import { removeFile } from './media-routes.ts';
import { publishAnnouncement, type Super } from './news.ts';

type Author = Super & { readonly user: CurrentUser };

const save = async (
  scope: Author,
  id: number | null,
  {
    title,
    text,
    video,
    priority,
    status,
  }: { title: string; text: string; video: string; priority: number; status: boolean },
): Promise<number> => {
  const saved = await scope.sql.one<{ id: number }>(
    sql`select id from announcements.save(${id}::int, ${title}, ${text}, ${video}, ${priority}, ${status})`,
  );
  if (!saved) throw none();
  return saved.id;
};

export const writingRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/announcements', {
    access: 'super',
    summary: 'Creates an announcement, which the people of every company see at once if it is active.',
    input: { body: newAnnouncement },
    output: announcementOutput,
    handle: async ({ body }, scope) => {
      const author = scope as Author;
      const id = await save(author, null, body);
      await publishAnnouncement(scope, 'create', id);
      return requireAnnouncement(author, id);
    },
  });
  host.route('PUT', '/announcements/:id', {
    access: 'super',
    summary: 'Changes an announcement; fields that are not sent are unchanged.',
    input: { params, body: changedAnnouncement },
    output: announcementOutput,
    handle: async ({ params: { id }, body }, scope) => {
      // Row locks are not available for this platform table; edits of one announcement are serialised by a named lock.
      await scope.tx(async (within) => {
        const author = within as Author;
        await author.sql.run(sql`select pg_advisory_xact_lock(hashtextextended(${`announcements:${id}`}, 0))`);
        const row = await lookUpAnnouncement(author, id);
        const missing = 'ERR_NO_ANNOUNCEMENT_FOUND';
        const change = await mergeEdit(author, { table: 'announcements.announcement', id, row, missing, body });
        if (row) await save(author, id, { ...row, ...change });
      });
      await publishAnnouncement(scope, 'update', id);
      return requireAnnouncement(scope as Author, id);
    },
  });
  host.route('DELETE', '/announcements/:id', {
    access: 'super',
    summary: 'Deletes an announcement with its picture.',
    input: { params },
    handle: async (request, scope) => {
      const { id } = request.params;
      const gone = await scope.sql.one<{ before: string | null }>(
        sql`select before from announcements.remove(${id}::int)`,
      );
      if (!gone) throw none();
      await removeFile(scope, gone.before);
      await publishAnnouncement(scope, 'delete', id);
    },
  });
};
