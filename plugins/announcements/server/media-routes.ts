import { invalid, sql, type CurrentUser, type Host, type StoredFile } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { announcementOutput, none, params, requireAnnouncement } from './announcement.ts';
import { publishAnnouncement, type Super } from './news.ts';

/** Deletes a picture from the company that its author was in, which is the first part of its path. */
export const removeFile = async (scope: Super, path: string | null): Promise<void> => {
  if (path === null) return;
  try {
    await scope.inCompany(Number(path.split('/')[0]), (inner) => inner.storage.remove(path));
  } catch (err) {
    // The file was deleted with its company.
    scope.log.warn({ err }, 'picture of an announcement could not be removed');
  }
};

const replace = async (scope: Super, id: number, file: StoredFile | undefined, name: string | null): Promise<void> => {
  const put = await scope.sql.one<{ before: string | null }>(
    sql`select before from announcements.put_media(${id}::int, ${file?.path ?? null}, ${name})`,
  );
  if (!put) throw none();
  await removeFile(scope, put.before);
  await publishAnnouncement(scope, 'update', id);
};

export const mediaRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/announcements/:id/media-upload', {
    access: 'super',
    summary: 'Stores the picture of an announcement (`file`: png, jpg or jpeg), replacing the former one.',
    input: { params, files: { maxBytes: 52_428_800, maxCount: 1, accept: ['image/png', 'image/jpeg'] } },
    output: announcementOutput,
    handle: async ({ params: { id }, files: [upload] }, scope) => {
      if (!upload) throw invalid({ file: 'ERR_REQUIRED' });
      const stored = await scope.storage.store(upload, { shared: true });
      try {
        await replace(scope, id, stored, stored.name);
      } catch (error) {
        await scope.storage.remove(stored.path).catch(() => undefined);
        throw error;
      }
      return requireAnnouncement(scope as typeof scope & { user: CurrentUser }, id);
    },
  });
  host.route('DELETE', '/announcements/:id/media-upload', {
    access: 'super',
    summary: 'Removes the picture of an announcement.',
    input: { params },
    output: announcementOutput,
    handle: async (request, scope) => {
      await replace(scope, request.params.id, undefined, null);
      return requireAnnouncement(scope as typeof scope & { user: CurrentUser }, request.params.id);
    },
  });
};
