import { AppError, invalid, notFound, sql, type Host, type Scope } from '@balcao/sdk/server';
import { contactChanged } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { contactDetails, contactParams } from '../contact-form.ts';
import { contactDetail } from '../contact-detail.ts';

const maxBytes = 52_428_800;

/** Stores this file, or none, and deletes the previous one. */
const replaceFile = async (
  scope: Scope,
  id: number,
  file: { path: string; name: string } | undefined,
): Promise<void> => {
  const previous = await scope.tx(async (inner) => {
    const row = await inner.sql.one<{ path: string | null }>(
      sql`with before as (select id, media_path from contacts.contact where id = ${id} and merged_into is null for update)
          update contacts.contact c set media_path = ${file?.path ?? null}, media_name = ${file?.name ?? null}, updated_at = now()
            from before where c.company_id = kernel.current_company() and c.id = before.id returning before.media_path as path`,
    );
    if (!row) throw notFound('ERR_NO_CONTACT_FOUND');
    await inner.emit(contactChanged, `contact:${id}`, { contactId: id, action: 'update' });
    return row.path;
  });
  if (previous !== null) await scope.storage.remove(previous);
};

export const attachmentRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/contacts/:id/media-upload', {
    access: 'signed-in',
    summary: 'Attaches a text file (`.txt`), in the place of the one before.',
    input: { params: contactParams, files: { maxBytes, maxCount: 1, accept: ['text/plain'] } },
    output: contactDetails,
    handle: async ({ params, files: [upload] }, scope) => {
      if (!upload) throw invalid({ file: 'ERR_REQUIRED' });
      if (!/\.txt$/i.test(upload.name)) throw new AppError(415, 'ERR_FILE_TYPE');
      const kept = await scope.storage.store(upload);
      try {
        await replaceFile(scope, params.id, { path: kept.path, name: upload.name.replaceAll('\0', '').toWellFormed() });
      } catch (error) {
        await scope.storage.remove(kept.path).catch(() => undefined);
        throw error;
      }
      return contactDetail(scope, params.id);
    },
  });

  host.route('DELETE', '/contacts/:id/media-upload', {
    access: 'signed-in',
    summary: 'Takes the text file off.',
    input: { params: contactParams },
    output: contactDetails,
    handle: async ({ params }, scope) => {
      await replaceFile(scope, params.id, undefined);
      return contactDetail(scope, params.id);
    },
  });
};
