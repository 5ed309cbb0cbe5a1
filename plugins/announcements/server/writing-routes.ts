import { sql, type CurrentUser, type Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import {
  announcementOutput,
  changedAnnouncement,
  newAnnouncement,
  none,
  params,
  requireAnnouncement,
} from './announcement.ts';
import { removeFile } from './media-routes.ts';
import { tell, type Super } from './news.ts';

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
    summary: 'Writes an announcement, which every company’s people see at once if it is active.',
    input: { body: newAnnouncement },
    output: announcementOutput,
    handle: async ({ body }, scope) => {
      const author = scope as Author;
      const id = await save(author, null, body);
      await tell(scope, 'create', id);
      return requireAnnouncement(author, id);
    },
  });
  host.route('PUT', '/announcements/:id', {
    access: 'super',
    summary: 'Changes an announcement; what is not sent stays.',
    input: { params, body: changedAnnouncement },
    output: announcementOutput,
    handle: async (request, scope) => {
      const author = scope as Author;
      const before = await requireAnnouncement(author, request.params.id);
      const given = Object.fromEntries(Object.entries(request.body).filter(([, value]) => value !== undefined));
      const id = await save(author, before.id, { ...before, ...given });
      await tell(scope, 'update', id);
      return requireAnnouncement(author, id);
    },
  });
  host.route('DELETE', '/announcements/:id', {
    access: 'super',
    summary: 'Removes an announcement with its picture.',
    input: { params },
    handle: async (request, scope) => {
      const { id } = request.params;
      const gone = await scope.sql.one<{ before: string | null }>(
        sql`select before from announcements.remove(${id}::int)`,
      );
      if (!gone) throw none();
      await removeFile(scope, gone.before);
      await tell(scope, 'delete', id);
    },
  });
};
