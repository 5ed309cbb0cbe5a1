/** Prints the download size of a first visit: `node web-host/build/size.ts`. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dist } from './paths.ts';

interface HostFiles {
  entry: string;
  preloads: string[];
  fonts: string[];
}

/** In bytes. */
export const firstLoadBudget = 204 * 1024;

const sizeOf = async (address: string): Promise<number> => {
  const path = join(dist, address);
  const small = await stat(`${path}.br`).catch(() => undefined);
  return (small ?? (await stat(path))).size;
};

export interface FirstLoad {
  files: { address: string; bytes: number }[];
  /** Brotli size of modules in bytes; fonts are counted separately. */
  total: number;
}

export async function measureFirstLoad(): Promise<FirstLoad> {
  const { entry, preloads } = JSON.parse(await readFile(join(dist, 'host.json'), 'utf8')) as HostFiles;
  const files = await Promise.all(
    [entry, ...preloads].map(async (address) => ({ address, bytes: await sizeOf(address) })),
  );
  files.sort((a, b) => b.bytes - a.bytes);
  return { files, total: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

if (import.meta.main) {
  const { files, total } = await measureFirstLoad();
  for (const { address, bytes } of files) console.log(String(bytes).padStart(8), address);
  console.log(String(total).padStart(8), `brotli in ${files.length} files, budget ${firstLoadBudget}`);
  process.exitCode = total > firstLoadBudget ? 1 : 0;
}
