/**
 * The `build.json` of a complete built plugin: the list of its files, so that no other file is ever run under its name.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { hashOfFiles, integrityOf, type BuiltFile } from './build-json.ts';
import type { BundleFault } from './faults.ts';

export interface InstallableJson {
  format: 1;
  id: string;
  version: string;
  /** SDK version it was built with. */
  sdk: string;
  /** Versions of the page's shared packages at that time: `{ react: '19.3.1' }`. */
  shared: Record<string, string>;
  /** One hash over all files and their names. */
  hash: string;
  /** Every file of the folder except `build.json` itself, with forward slashes. */
  files: Record<string, BuiltFile>;
}

export interface VerifiedInstallable {
  /** Absent if there is none, or it cannot be read. */
  build: InstallableJson | undefined;
  faults: readonly BundleFault[];
}

const description = 'build.json';

interface Contents {
  files: string[];
  /** Links, sockets and the like, which no build writes. */
  strange: string[];
}

async function contentsOf(folder: string): Promise<Contents> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const named = (isWanted: (entry: (typeof entries)[number]) => boolean): string[] =>
    entries
      .filter(isWanted)
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .sort();
  return {
    files: named((entry) => entry.isFile()).filter((name) => name !== description),
    strange: named((entry) => !entry.isFile() && !entry.isDirectory()),
  };
}

/** Describes all files of a built plugin and writes `build.json` beside them. */
export async function writeInstallable(
  folder: string,
  about: Pick<InstallableJson, 'id' | 'version' | 'sdk' | 'shared'>,
): Promise<InstallableJson> {
  const files: InstallableJson['files'] = {};
  for (const name of (await contentsOf(folder)).files) {
    const bytes = await readFile(join(folder, name));
    files[name] = { integrity: integrityOf(bytes), size: bytes.length };
  }
  const build: InstallableJson = { format: 1, ...about, hash: hashOfFiles(files), files };
  await writeFile(join(folder, description), `${JSON.stringify(build, null, 2)}\n`);
  return build;
}

const isInstallable = (value: unknown): value is InstallableJson => {
  const { format, id, version, sdk, hash, files } = (value ?? {}) as Partial<InstallableJson>;
  const texts = [id, version, sdk, hash].every((text) => typeof text === 'string');
  return format === 1 && texts && typeof files === 'object' && files !== null;
};

const damaged = (message: string): BundleFault => ({
  code: 'BUNDLE_HASH',
  message,
  fix: 'Install the plugin again from where it came, or build it again.',
});

/** Verifies that a folder contains exactly the built files. Reads every file; imports nothing. */
export async function verifyInstallable(folder: string): Promise<VerifiedInstallable> {
  const text = await readFile(join(folder, description), 'utf8').catch(() => undefined);
  if (text === undefined) return { build: undefined, faults: [] };
  let build: unknown;
  try {
    build = JSON.parse(text);
  } catch {
    build = undefined;
  }
  if (!isInstallable(build)) return { build: undefined, faults: [damaged(`${description} cannot be read`)] };
  const faults: BundleFault[] = [];
  if (hashOfFiles(build.files) !== build.hash) faults.push(damaged(`${description} was changed after the build`));
  const { files, strange } = await contentsOf(folder);
  for (const name of files.filter((file) => !Object.hasOwn((build as InstallableJson).files, file)))
    faults.push(damaged(`${name} is not a file of the build`));
  for (const name of strange) faults.push(damaged(`${name} is no plain file`));
  const present = new Set(files);
  for (const [name, { integrity }] of Object.entries(build.files)) {
    if (!present.has(name)) faults.push(damaged(`${name} is missing`));
    else if (integrityOf(await readFile(join(folder, name))) !== integrity)
      faults.push(damaged(`${name} is not the file that was built`));
  }
  return { build, faults };
}
