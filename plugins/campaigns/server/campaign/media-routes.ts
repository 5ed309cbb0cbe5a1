import { conflict, invalid, sql, type Host, type Scope, type StoredFile } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { publishCampaign } from './changed.ts';
import { isEditable, output, params, requireCampaign, storedCampaign } from './campaign-view.ts';
import { removeUnused } from './writing-routes.ts';

const limitOfFile = 52_428_800;
const extensions = new Set('png jpg jpeg xls xlsx pdf doc docx ppt pptx mp4 mp3 amr opu ogg opus'.split(' '));

const replace = async (scope: Scope, id: number, file: StoredFile | undefined): Promise<void> => {
  const before = await scope.tx(async (inner) => {
    const stored = await storedCampaign(inner, id, true);
    if (!isEditable(stored)) throw conflict('ERR_CAMPAIGN_NOT_EDITABLE', { status: stored.status });
    await inner.sql.run(
      sql`update campaigns.campaign
             set media_path = ${file?.path ?? null}, media_name = ${file?.name ?? null}, media_mime = ${file?.mime ?? null},
                 media_size = ${file?.size ?? null}, version = version + 1, updated_at = now() where id = ${id}`,
    );
    await publishCampaign(inner, id);
    return stored.mediaPath;
  });
  // Messages that were sent with it keep it: they share the file.
  if (before !== null) await removeUnused(scope, before);
};

export const mediaRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/campaigns/:id/media-upload', {
    access: 'campaigns:view',
    audit: 'campaigns.file-stored',
    summary:
      'Stores the file (`file`) that goes out with each message, replacing the former one. One copy serves all messages.',
    input: { params, files: { maxBytes: limitOfFile, maxCount: 1 } },
    output,
    handle: async ({ params: { id }, files: [upload] }, scope) => {
      if (!upload) throw invalid({ file: 'ERR_REQUIRED' });
      if (!extensions.has(upload.name.split('.').at(-1)?.toLowerCase() ?? '')) throw invalid({ file: 'ERR_FILE_TYPE' });
      await storedCampaign(scope, id);
      const file = await scope.storage.store(upload);
      try {
        await replace(scope, id, { ...file, name: upload.name.replaceAll('\0', '').toWellFormed() });
      } catch (error) {
        await scope.storage.remove(file.path).catch(() => undefined);
        throw error;
      }
      return requireCampaign(scope, id);
    },
  });
  host.route('DELETE', '/campaigns/:id/media-upload', {
    access: 'campaigns:view',
    audit: 'campaigns.file-removed',
    summary: 'Removes the file of a campaign.',
    input: { params },
    output,
    handle: async ({ params: { id } }, scope) => {
      await replace(scope, id, undefined);
      return requireCampaign(scope, id);
    },
  });
};
