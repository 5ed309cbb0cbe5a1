import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

export const repository = path.resolve(import.meta.dirname, '../..');
/** The builds, each in a folder named by the mark of its inputs, and `build.json`, which names the current one. */
export const serverDist = path.join(repository, 'dist', 'server');

const folders = ['embedded-postgres', 'kernel', 'plugins', 'sdk', 'scripts', 'web-host/build'];
const skipped = new Set(['bench', 'client', 'cluster', 'dist', 'node_modules', 'test', 'testing']);
const isSource = (name: string): boolean => /\.(m?ts|json)$/.test(name) && !/\.(test|e2e)\.ts$/.test(name);

/** Returns the files that may be part of the server code, or decide about it; paths from the repository's folder. */
export const serverInputs = (): string[] => {
  const found = ['package-lock.json'];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(path.join(repository, folder), { withFileTypes: true })) {
      const file = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name) && !entry.name.startsWith('.')) walk(file);
      } else if (isSource(entry.name)) found.push(file);
    }
  };
  folders.forEach(walk);
  return found.sort();
};

/**
 * Returns a mark that changes with any of these files. It is made of their sizes and times, because every start
 * compares it and reading two thousand files would take longer than it saves. Times count in seconds: copies, as those
 * into an image, need not keep more.
 */
export const markOfInputs = (files: readonly string[] = serverInputs()): string => {
  const hash = createHash('sha256').update(process.version);
  for (const file of files) {
    const { size, mtimeMs } = statSync(path.resolve(repository, file));
    hash.update(`${file}\0${size}\0${Math.floor(mtimeMs / 1_000)}\0`);
  }
  return hash.digest('hex').slice(0, 24);
};
