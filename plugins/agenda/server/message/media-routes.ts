import { conflict, invalid, sql, type Host, type Scope, type StoredFile } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { params, storable } from '../access.ts';
import { announceMessage } from './changed.ts';
import { output, requireSchedule, storedSchedule } from './message-view.ts';

const limitOfFile = 52_428_800;

/** Messages of a series share one file; messages that were sent keep it by themselves. */
export const removeUnused = async (scope: Scope, path: string): Promise<void> => {
  const isUsed = await scope.sql.one(sql`select 1 from agenda.schedule where media_path = ${path} limit 1`);
  if (!isUsed) await scope.storage.remove(path);
};

const replace = async (scope: Scope, id: number, file: StoredFile | undefined): Promise<void> => {
  const before = await scope.tx(async (inner) => {
    const stored = await storedSchedule(inner, id, true);
    if (stored.status !== 'PENDENTE' && stored.status !== 'ERRO')
      throw conflict('ERR_SCHEDULE_NOT_EDITABLE', { status: stored.status });
    await inner.sql.run(
      sql`update agenda.schedule
             set media_path = ${file?.path ?? null}, media_name = ${file?.name ?? null}, media_mime = ${file?.mime ?? null},
                 media_size = ${file?.size ?? null}, version = version + 1, updated_at = now() where id = ${id}`,
    );
    await announceMessage(inner, stored.userId, id);
    return stored.mediaPath;
  });
  if (before !== null) await removeUnused(scope, before);
};

export const mediaRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/schedules/:id/media-upload', {
    access: 'signed-in',
    audit: 'agenda.file-stored',
    summary: 'Stores the file (`file`) of a scheduled message, in place of the former one.',
    input: { params, files: { maxBytes: limitOfFile, maxCount: 1 } },
    output,
    handle: async ({ params: { id }, files: [upload] }, scope) => {
      if (!upload) throw invalid({ file: 'ERR_REQUIRED' });
      await storedSchedule(scope, id);
      const file = await scope.storage.store(upload);
      try {
        await replace(scope, id, { ...file, name: storable(upload.name) });
      } catch (error) {
        await scope.storage.remove(file.path).catch(() => undefined);
        throw error;
      }
      return requireSchedule(scope, id);
    },
  });
  host.route('DELETE', '/schedules/:id/media-upload', {
    access: 'signed-in',
    audit: 'agenda.file-removed',
    summary: 'Removes the file of a scheduled message.',
    input: { params },
    output,
    handle: async ({ params: { id } }, scope) => {
      await replace(scope, id, undefined);
      return requireSchedule(scope, id);
    },
  });
};
