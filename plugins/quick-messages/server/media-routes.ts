import { invalid, notFound, sql, type Host, type StoredFile } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { holders, publishQuickMessage } from './live-updates.ts';
import { requireQuickMessage, output, requireOwnMessage, params, type SignedIn } from './quick-message.ts';

const limitOfFile = 52_428_800;

/** Replaces the file by this one, or none; the former file is deleted once nothing refers to it. */
const replace = async (scope: SignedIn, id: number, file: StoredFile | undefined): Promise<void> => {
  const before = await scope.sql.one<{ path: string | null }>(
    sql`with before as (select id, media_path from quick_messages.quick_message where id = ${id} for update)
        update quick_messages.quick_message m
           set media_path = ${file?.path ?? null}, media_name = ${file?.name ?? null},
               media_mime = ${file?.mime ?? null}, media_size = ${file?.size ?? null}
          from before where m.id = before.id returning before.media_path as path`,
  );
  if (!before) throw notFound('ERR_NO_QUICK_MESSAGE_FOUND');
  if (before.path !== null) await scope.storage.remove(before.path);
  await publishQuickMessage(scope, await holders(scope, id), id);
};

export const mediaRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/quick-messages/:id/media-upload', {
    access: 'signed-in',
    summary: 'Stores the file (`file`) of the caller’s own quick message, replacing the former one.',
    input: { params, files: { maxBytes: limitOfFile, maxCount: 1 } },
    output,
    handle: async (request, scope) => {
      const { id } = await requireOwnMessage(scope, request.params.id);
      const [upload] = request.files;
      if (!upload) throw invalid({ file: 'ERR_REQUIRED' });
      const stored = await scope.storage.store(upload);
      try {
        await replace(scope, id, { ...stored, name: upload.name.replaceAll('\0', '').toWellFormed() });
      } catch (error) {
        await scope.storage.remove(stored.path).catch(() => undefined);
        throw error;
      }
      return requireQuickMessage(scope, id);
    },
  });

  host.route('DELETE', '/quick-messages/:id/media-upload', {
    access: 'signed-in',
    summary: 'Removes the file of the caller’s own quick message.',
    input: { params },
    output,
    handle: async (request, scope) => {
      const { id } = await requireOwnMessage(scope, request.params.id);
      await replace(scope, id, undefined);
      return requireQuickMessage(scope, id);
    },
  });
};
