import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from './problem.ts';
import type { SourceFolder } from './source-folder.ts';

/**
 * Compares the version in the manifest with the one in package.json, which npm prints and publishes. Returns the
 * difference; undefined if they are equal or npm has no version of the plugin.
 */
export async function versionFinding({ root, manifest }: SourceFolder): Promise<Finding | undefined> {
  const text = await readFile(join(root, 'package.json'), 'utf8').catch(() => '{}');
  const { version } = JSON.parse(text) as { version?: unknown };
  if (version === undefined || version === manifest.version) return undefined;
  return {
    code: 'VERSION_DIFFERS',
    where: 'package.json',
    message: `manifest.ts is ${manifest.version}, package.json ${String(version)}`,
    fix: `npm version --no-git-tag-version ${manifest.version}`,
  };
}
