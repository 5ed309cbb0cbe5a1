import { personalData, type PersonalDataItem } from '@balcao/contacts/contract';
import type { Scope } from '@balcao/sdk/server';
import type { ZipEntry } from './zip.ts';

const safe = (name: string): string =>
  name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(-150);

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
      const { stream } = await scope.storage.read(one.path);
      yield { name: `${plugin}/${scope.t('privacy.files')}/${safe(one.name)}`, body: stream };
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
