import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A target of `npm test -- <word>`. */
export interface Target {
  /** Selects the test files whose path contains this. */
  filter: string;
  /** The folder or file of the repository that it names; absent for part of a path. */
  path?: string;
}

/** Resolves a word: a plugin's id, a folder, a file, or part of the paths of test files. */
export const targetOf = (root: string, word: string): Target => {
  const plugin = `plugins/${word}`;
  if (/^[a-z0-9-]+$/.test(word) && existsSync(path.join(root, plugin, 'manifest.ts')))
    return { filter: `${plugin}/`, path: plugin };
  const relative = path.relative(root, path.resolve(root, word));
  if (relative === '' || relative.startsWith('..') || !existsSync(path.join(root, relative))) return { filter: word };
  const isFolder = statSync(path.join(root, relative)).isDirectory();
  return { filter: isFolder ? `${relative}/` : relative, path: relative };
};

/** Writes a configuration that limits the type checker to these places and their imports. */
export const typesOf = (root: string, paths: readonly string[]): string => {
  const folder = path.join(root, 'node_modules/.cache');
  const file = path.join(
    folder,
    `tsconfig-${createHash('sha256').update(paths.join('\n')).digest('hex').slice(0, 16)}.json`,
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    file,
    JSON.stringify({
      extends: path.join(root, 'tsconfig.json'),
      // The second declares the values that tests may inject.
      include: [...paths, 'sdk/testing/provided.d.ts'].map((relative) => path.join(root, relative)),
      exclude: ['dist', 'node_modules'].map((name) => path.join(root, '**', name)),
    }),
  );
  return file;
};
