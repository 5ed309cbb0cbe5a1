import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginManifest } from '@balcao/sdk/manifest';
import { sourceFiles } from '../../test/source-files.ts';

/** Reads the manifest of every plugin of the repository, by id. */
export async function readManifests(root: string): Promise<ReadonlyMap<string, PluginManifest>> {
  const files = sourceFiles(root, ['plugins'], ['manifest.ts']).filter((file) => file.split('/').length === 3);
  const read = await Promise.all(
    files.map(async (file) => {
      const module = (await import(pathToFileURL(path.join(root, file)).href)) as { default: PluginManifest };
      return [module.default.id, module.default] as const;
    }),
  );
  return new Map(read);
}
