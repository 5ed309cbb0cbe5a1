import { readdirSync } from 'node:fs';
import path from 'node:path';

const skipped = new Set(['node_modules', 'dist', 'data', 'templates', '.git', '.cache', 'coverage']);

/** Returns the paths below `root`, relative to it with `/`, of files in `folders` with one of these endings. */
export function sourceFiles(root: string, folders: readonly string[], endings: readonly string[]): string[] {
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const file = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !skipped.has(entry.name)) walk(file);
      else if (entry.isFile() && endings.some((ending) => entry.name.endsWith(ending))) found.push(file);
    }
  };
  const present = new Set(readdirSync(root));
  for (const folder of folders) if (present.has(folder)) walk(folder);
  return found.sort();
}

export const isTest = (file: string) => /\.(test|e2e)\.tsx?$|\/(test|tests|fixtures)\//.test(file);
