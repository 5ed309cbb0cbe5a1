import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from './problem.ts';
import type { SourceFolder } from './source-folder.ts';

/**
 * A plugin's version stands in its manifest, and npm prints and publishes that of package.json. Answers what is wrong
 * where the two are not the same; undefined for a plugin that npm knows no version of.
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
