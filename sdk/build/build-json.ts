import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

export interface BuiltFile {
  /** In the form of an `integrity` attribute: `sha256-…`. */
  integrity: string;
  /** In bytes. */
  size: number;
}
/** The description of a built browser part, stored as `dist/build.json`. */
export interface BuildJson {
  /** SDK version it was built with. */
  sdk: string;
  /** Hash of all files. It is part of every address, so that the file at an address never changes. */
  hash: string;
  entry: string;
  /** The entry contains a `start.ts` and may therefore be larger. */
  hasStart?: true;
  /** Name within the folder to the expected bytes. */
  files: Record<string, BuiltFile>;
}

export const integrityOf = (bytes: Uint8Array): string =>
  `sha256-${createHash('sha256').update(bytes).digest('base64')}`;

/** Returns the names of all files below a folder, with forward slashes, sorted. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
}

/** Returns one hash over all files and their names. */
export function hashOfFiles(files: BuildJson['files']): string {
  const all = createHash('sha256');
  for (const name of Object.keys(files).sort()) all.update(`${name}\0${files[name]?.integrity}\0`);
  return all.digest('hex').slice(0, 16);
}

/** Describes the files of a folder and writes `build.json` beside them. */
export async function writeBuildJson(folder: string, entry: string, sdk: string, hasStart = false): Promise<BuildJson> {
  const files: BuildJson['files'] = {};
  for (const name of await filesBelow(folder)) {
    if (name === 'build.json' || /\.(br|gz)$/.test(name)) continue;
    const bytes = await readFile(join(folder, name));
    files[name] = { integrity: integrityOf(bytes), size: bytes.length };
  }
  const build: BuildJson = { sdk, hash: hashOfFiles(files), entry, ...(hasStart && { hasStart }), files };
  await writeFile(join(folder, 'build.json'), `${JSON.stringify(build, null, 2)}\n`);
  return build;
}
