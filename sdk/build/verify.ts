import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOfFiles, integrityOf, type BuildJson } from './build-json.ts';
import { bundleFaults, type EmittedChunk } from './check.ts';
import type { BundleFault } from './faults.ts';

export interface VerifiedBuild {
  /** Absent if there is none, or it cannot be read. */
  build: BuildJson | undefined;
  faults: readonly BundleFault[];
}

const isBuild = (value: unknown): value is BuildJson => {
  const { sdk, hash, entry, files } = (value ?? {}) as Partial<BuildJson>;
  return (
    typeof sdk === 'string' &&
    typeof hash === 'string' &&
    typeof entry === 'string' &&
    typeof files === 'object' &&
    files !== null
  );
};

const damaged = (message: string): BundleFault => ({
  code: 'BUNDLE_HASH',
  message,
  fix: 'Build the plugin again, or install it again from where it came.',
});

/** Verifies a build made elsewhere: its files are those it was built with, and a page can run them. */
export async function verifyBuild(dist: string): Promise<VerifiedBuild> {
  const text = await readFile(join(dist, 'build.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return { build: undefined, faults: [] };
  let build: unknown;
  try {
    build = JSON.parse(text);
  } catch {
    build = undefined;
  }
  if (!isBuild(build)) return { build: undefined, faults: [damaged('build.json cannot be read')] };
  const faults: BundleFault[] = [];
  const chunks: EmittedChunk[] = [];
  if (hashOfFiles(build.files) !== build.hash) faults.push(damaged('build.json was changed after the build'));
  for (const [name, { integrity }] of Object.entries(build.files)) {
    const outside = name.split('/').some((part) => part === '..' || part === '');
    const bytes = outside ? undefined : await readFile(join(dist, name)).catch(() => undefined);
    if (!bytes || integrityOf(bytes) !== integrity) faults.push(damaged(`${name} is not the file that was built`));
    else if (/\.m?js$/.test(name) && !name.startsWith('public/')) {
      chunks.push({ fileName: name, code: bytes.toString(), isEntry: name === build.entry, modules: [] });
    }
  }
  return { build, faults: [...faults, ...(await bundleFaults(chunks, build.hasStart === true))] };
}
