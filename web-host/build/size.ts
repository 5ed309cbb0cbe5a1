/**
 * Prints the download size of the code of a first visit, and exits with code 1 above its budget:
 * `node web-host/build/size.ts`.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dist } from './paths.ts';

/** The modules of a first visit, which `host.json` lists with other files. */
interface HostFiles {
  entry: string;
  preloads: string[];
}

/** Maximum of `FirstLoad.totalBytes`. */
export const firstLoadBudgetBytes = 204 * 1024;

const compressedBytesOf = async (file: string): Promise<number> => {
  const compressed = `${join(dist, file)}.br`;
  const { size } = await stat(compressed).catch((cause: unknown) => {
    throw new Error(`${compressed} is missing: build the host before its size is measured`, { cause });
  });
  return size;
};

/** Sizes after compression with Brotli, as browsers download the modules. Fonts are not included. */
export interface FirstLoad {
  files: { file: string; bytes: number }[];
  totalBytes: number;
}

export async function measureFirstLoad(): Promise<FirstLoad> {
  const { entry, preloads } = JSON.parse(await readFile(join(dist, 'host.json'), 'utf8')) as HostFiles;
  const files = await Promise.all(
    [entry, ...preloads].map(async (file) => ({ file, bytes: await compressedBytesOf(file) })),
  );
  files.sort((a, b) => b.bytes - a.bytes);
  return { files, totalBytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

if (import.meta.main) {
  const { files, totalBytes } = await measureFirstLoad();
  for (const { file, bytes } of files) console.log(String(bytes).padStart(8), file);
  console.log(String(totalBytes).padStart(8), `brotli in ${files.length} files, budget ${firstLoadBudgetBytes}`);
  process.exitCode = totalBytes > firstLoadBudgetBytes ? 1 : 0;
}
