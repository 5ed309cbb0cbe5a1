import { personalData, type PersonalDataItem } from '@balcao/contacts/contract';
import { AppError, type Scope } from '@balcao/sdk/server';
import type { ZipEntry } from './zip.ts';

const safe = (name: string): string =>
  name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(-150);

/** Returns a stored file; undefined if its bytes are lost: everything else of the person is exported all the same. */
const storedFile = async (path: string, scope: Scope) => {
  try {
    return await scope.storage.read(path);
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_NO_FILE_FOUND') return undefined;
    throw error;
  }
};

/** Writes rows of one kind into one file, then the next kind: only one kind is in memory at a time. */
async function* filesOf(
  plugin: string,
  items: AsyncIterable<PersonalDataItem>,
  scope: Scope,
): AsyncGenerator<ZipEntry> {
  let kind: string | undefined;
  let rows: object[] = [];
  const file = (): ZipEntry => ({
    name: `${plugin}/${safe(kind ?? '')}.json`,
    body: Buffer.from(`${JSON.stringify(rows, null, 2)}\n`),
  });
  for await (const one of items) {
    if ('path' in one) {
      const name = `${plugin}/${scope.t('privacy.files')}/${safe(one.name)}`;
      const found = await storedFile(one.path, scope);
      if (found) yield { name, body: found.stream };
      else yield { name: `${name}.txt`, body: Buffer.from(`${scope.t('privacy.missingFile', { name: one.name })}\n`) };
      continue;
    }
    if (kind !== undefined && one.kind !== kind) {
      yield file();
      rows = [];
    }
    kind = one.kind;
    rows.push(one.row);
  }
  if (rows.length > 0) yield file();
}

/** Returns all data of a contact from every plugin, as files. */
export async function* everythingOf(contactId: number, scope: Scope): AsyncGenerator<ZipEntry> {
  for (const { plugin, item, scope: own } of scope.contributions(personalData, { includesOff: true }))
    for await (const entry of filesOf(plugin, item.collect(contactId, own), scope)) yield entry;
}
