import { invalid, notFound, sql, type Host, type Scope, type StoredFile } from '@balcao/sdk/server';
import type { QueueMedia } from '../contract.ts';
import type manifest from '../manifest.ts';
import { findQueue, output, params, publishQueueChange } from './routes.ts';

const limitOfFile = 52_428_800;

const kinds = ['image', 'audio', 'video'] as const;
const mediaOf = ({ path, mime, size }: StoredFile, name: string): QueueMedia => ({
  type: kinds.find((kind) => mime.startsWith(`${kind}/`)) ?? 'document',
  path,
  mime,
  size,
  name: name.replaceAll('\0', '').toWellFormed(),
});

/**
 * Replaces the file in the row. Earlier conversations still show the former file, so it is not deleted from storage.
 */
const replace = (scope: Scope, id: number, media: QueueMedia | null) =>
  scope.tx(async (inner) => {
    const changed = await inner.sql.run(
      sql`update queues.queue set media = ${media && JSON.stringify(media)}::jsonb where id = ${id}`,
    );
    if (changed === 0) throw notFound('ERR_NO_QUEUE_FOUND');
    await publishQueueChange(inner, id, 'update');
    return findQueue(inner, id);
  });

export const mediaRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/queue/:id/media-upload', {
    access: 'queues:view',
    summary: 'Stores the file (`file`) of the greeting, replacing the former one.',
    input: { params, files: { maxBytes: limitOfFile, maxCount: 1 } },
    output,
    handle: async (request, scope) => {
      const { id } = await findQueue(scope, request.params.id);
      const [upload] = request.files;
      if (!upload) throw invalid({ file: 'ERR_REQUIRED' });
      const stored = await scope.storage.store(upload);
      try {
        return await replace(scope, id, mediaOf(stored, upload.name));
      } catch (error) {
        await scope.storage.remove(stored.path).catch(() => undefined);
        throw error;
      }
    },
  });
  host.route('DELETE', '/queue/:id/media-upload', {
    access: 'queues:view',
    summary: 'Removes the file of the greeting.',
    input: { params },
    output,
    handle: (request, scope) => replace(scope, request.params.id, null),
  });
};
