import { conflict, invalid, sql, z, type Host, type Scope, type StoredFile } from '@balcao/sdk/server';
import type { SeriesPart } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { params, part, storable } from '../access.ts';
import { announceMessage } from './changed.ts';
import { isWholeSeries, setFile } from '../series/series.ts';
import { output, requireSchedule, storedSchedule } from './message-view.ts';

const query = z.object({ part: part.unwrap().optional() });
const limitOfFile = 52_428_800;

/** Messages of a series share one file, also with those that are still to be written down. */
export const removeUnused = async (scope: Scope, paths: Iterable<string | null>): Promise<void> => {
  for (const path of new Set(paths)) {
    if (path === null) continue;
    const isUsed = await scope.sql.one(
      sql`select 1 from agenda.schedule where media_path = ${path}
          union all select 1 from agenda.series where media_path = ${path} and not is_ended limit 1`,
    );
    if (!isUsed) await scope.storage.remove(path);
  }
};

/** Without `which` a file is of the whole series while that is new, and of the one message otherwise. */
const replace = async (
  scope: Scope,
  id: number,
  file: StoredFile | undefined,
  which: SeriesPart | undefined,
): Promise<void> => {
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
    if (stored.seriesId === null || which === 'this') return [stored.mediaPath];
    if (which === undefined && !(await isWholeSeries(inner, stored))) return [stored.mediaPath];
    const { path = null, name = null, mime = null, size = null } = file ?? {};
    const media = { mediaPath: path, mediaName: name, mediaMime: mime, mediaSize: size };
    return [stored.mediaPath, await setFile(inner, stored.seriesId, media)];
  });
  await removeUnused(scope, before);
};

export const mediaRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/schedules/:id/media-upload', {
    access: 'signed-in',
    audit: 'agenda.file-stored',
    summary:
      'Stores the file (`file`) of a scheduled message, in place of the former one: with `part` `following` also for the messages of its series that are still to be written down. Without `part` it is `following` for the first message of a series while no other one is written down and it has the contact and the person of the series, and `this` otherwise.',
    input: { params, query, files: { maxBytes: limitOfFile, maxCount: 1 } },
    output,
    handle: async ({ params: { id }, query: { part }, files: [upload] }, scope) => {
      if (!upload) throw invalid({ file: 'ERR_REQUIRED' });
      await storedSchedule(scope, id);
      const file = await scope.storage.store(upload);
      try {
        await replace(scope, id, { ...file, name: storable(upload.name) }, part);
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
    summary:
      'Removes the file of a scheduled message: with `part` `following` also from the messages of its series that are still to be written down.',
    input: { params, query: z.object({ part }) },
    output,
    handle: async ({ params: { id }, query }, scope) => {
      await replace(scope, id, undefined, query.part);
      return requireSchedule(scope, id);
    },
  });
};
