import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow } from './build-json.ts';

const compressible = /\.(js|css|svg|json|webmanifest|html)$/;
/** Size in bytes below which compression saves less than the header costs. */
const minBytes = 500;

/** Writes `.br` and `.gz` beside every text file, so that serving needs no compression. */
export async function compressBelow(folder: string): Promise<void> {
  const names = (await filesBelow(folder)).filter((name) => compressible.test(name) && name !== 'build.json');
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      if (bytes.length < minBytes) return;
      const [small, old] = await Promise.all([
        promisify(brotliCompress)(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        }),
        promisify(gzip)(bytes, { level: 9 }),
      ]);
      await Promise.all([writeFile(join(folder, `${name}.br`), small), writeFile(join(folder, `${name}.gz`), old)]);
    }),
  );
}
