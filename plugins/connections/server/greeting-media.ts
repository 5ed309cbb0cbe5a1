import { invalid, sql, type Host, type Scope, type StoredFile, type Upload } from '@balcao/sdk/server';
import type { GreetingMedia } from '../contract.ts';
import type manifest from '../manifest.ts';
import { params } from './connection-form.ts';
import { publishChange } from './connection-rows.ts';
import { existing } from './sessions.ts';
import { show } from './connection-output.ts';
import { runInOwningCompany } from './run-in-owning-company.ts';

const limitOfFile = 52_428_800;

const mediaOf = ({ path, mime, size }: StoredFile, name: string): GreetingMedia => {
  const type = mime.startsWith('image/') ? 'image' : mime.startsWith('video/') ? 'video' : undefined;
  if (!type) throw invalid({ file: 'ERR_GREETING_MEDIA_KIND' });
  return { type, path, mime, size, name: name.replaceAll('\0', '').toWellFormed() };
};

/** Tickets that were greeted with the previous file still show it, so it remains in the storage. */
const replaceMedia = async (scope: Scope, id: number, media: GreetingMedia | null): Promise<void> => {
  await existing(scope, id);
  await scope.sql.run(
    sql`update connections.connection set greeting_media = ${media && JSON.stringify(media)}::jsonb, updated_at = now() where id = ${id}`,
  );
};

const put = async (scope: Scope, connectionId: number, upload: Upload | undefined) => {
  const { id } = await existing(scope, connectionId);
  if (!upload) throw invalid({ file: 'ERR_REQUIRED' });
  const stored = await scope.storage.store(upload);
  try {
    const media = mediaOf(stored, upload.name);
    return await scope.tx(async (inner) => {
      await replaceMedia(inner, id, media);
      return show(await publishChange(inner, id, 'update'), inner);
    });
  } catch (error) {
    await scope.storage.remove(stored.path).catch(() => undefined);
    throw error;
  }
};

export const greetingMediaRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/whatsapp/:id/media-upload', {
    access: 'connections-page:editOrDeleteConnection',
    summary: 'The picture or video (`file`) that is sent before the greeting, in the place of the one before.',
    input: { params, files: { maxBytes: limitOfFile, maxCount: 1 } },
    handle: ({ params: { id }, files: [upload] }, scope) => runInOwningCompany(scope, id, (at) => put(at, id, upload)),
  });
  host.route('DELETE', '/whatsapp/:id/media-upload', {
    access: 'connections-page:editOrDeleteConnection',
    summary: 'Takes the picture or video from the greeting.',
    input: { params },
    handle: ({ params: { id } }, scope) =>
      runInOwningCompany(scope, id, (at) =>
        at.tx(async (inner) => {
          await replaceMedia(inner, id, null);
          return show(await publishChange(inner, id, 'update'), inner);
        }),
      ),
  });
};
