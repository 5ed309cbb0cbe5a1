import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { create, extract, list, type ReadEntry } from 'tar';
import { filesBelow } from '@balcao/sdk/build';
import { Problem } from './problem.ts';

/** The folder name that npm uses, so that one archive serves both. */
const prefix = 'package';
/** Limits beyond any real plugin: a larger archive is an attempt to fill the disk. */
const maxFiles = 5_000;
const maxBytes = 200 * 1024 * 1024;

/**
 * Packs a built folder. Entries are sorted and have no owners and times, so that the same files produce the same bytes.
 */
export async function writeArchive(folder: string, file: string): Promise<void> {
  const partial = `${file}.${process.pid}`;
  try {
    await create(
      { cwd: folder, file: partial, gzip: { level: 9 }, portable: true, mtime: new Date(0), prefix, strict: true },
      await filesBelow(folder),
    );
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Returns why an entry may not be written; undefined if it may. */
function refusal({ path, type }: ReadEntry): string | undefined {
  if (type !== 'File' && type !== 'OldFile' && type !== 'ContiguousFile' && type !== 'Directory')
    return `holds "${path}", which is a ${type === 'SymbolicLink' || type === 'Link' ? 'link' : String(type)} and no file`;
  if (path.startsWith('/') || /^[a-zA-Z]:/.test(path) || path.includes('\\') || path.includes('\0'))
    return `holds the absolute or foreign path "${path}"`;
  if (path.split('/').includes('..')) return `holds the path "${path}", which leads out of it`;
  return undefined;
}

/**
 * Unpacks an archive into a new folder and returns the folder with `plugin.json`. All entries are checked first:
 * nothing is written of an archive with a link, a path outside the folder, or too much content.
 */
export async function readArchive(file: string, into: string): Promise<string> {
  const refused: string[] = [];
  const tops = new Set<string>();
  let files = 0;
  let bytes = 0;
  const fail = (reason: string): never => {
    throw new Problem(
      `${file} ${reason}.`,
      'Nothing was installed. Ask its publisher for an archive that balcao pack made.',
    );
  };
  const warned: string[] = [];
  await list({
    file,
    strict: false,
    onwarn: (code, message) => void warned.push(`${code}: ${String(message)}`),
    onReadEntry(entry) {
      const reason = refusal(entry);
      if (reason !== undefined) refused.push(reason);
      files += 1;
      bytes += entry.size;
      tops.add(entry.path.split('/')[0] ?? '');
    },
  }).catch((error: unknown) => fail(`cannot be read: ${error instanceof Error ? error.message : String(error)}`));
  if (files === 0) fail('is no archive of a plugin (.tgz)');
  if (refused.length > 0) fail(refused.slice(0, 5).join('; it '));
  if (warned.length > 0) fail(`is damaged: ${warned[0]}`);
  if (files > maxFiles || bytes > maxBytes) fail(`holds ${files} files of ${bytes} bytes, more than any plugin`);
  await mkdir(into, { recursive: true });
  await extract({ file, cwd: into, strict: true, preserveOwner: false, noMtime: true });
  const [only] = tops;
  return tops.size === 1 && only !== undefined && only !== 'plugin.json' ? join(into, only) : into;
}
