/** Files at the root of the site: the web app manifest and icons, the service worker, the offline page. */
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { build, type Rolldown } from 'vite';
import { compressBelow } from '@balcao/sdk/build';
import { webHost } from './paths.ts';

/** Bundles one classic script: service workers and the offline page load nothing else. */
async function script(entry: string, define: Record<string, string> = {}): Promise<string> {
  const built = (await build({
    configFile: false,
    root: webHost,
    logLevel: 'error',
    mode: 'production',
    publicDir: false,
    define,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input: join(webHost, entry), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

/** Draws the product's mark at a share of the picture's width, on a solid or transparent background. */
const picture = async (mark: Buffer, size: number, share: number, ground?: string): Promise<Buffer> => {
  const width = Math.round(size * share);
  const drawn = await sharp(mark, { density: 1200 })
    .resize(width, width, { fit: 'contain', background: '#0000' })
    .toBuffer();
  return sharp({ create: { width: size, height: size, channels: 4, background: ground ?? '#0000' } })
    .composite([{ input: drawn }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
};

/** The mark for backgrounds in the brand colour. */
const inverted = (mark: string): Buffer =>
  Buffer.from(mark.replace('fill="#803b83"', 'fill="#fff"').replace('stroke="#fff"', 'stroke="#803b83"'));

/**
 * The monochrome icon for a phone's status bar. Only its alpha channel is used, so the wave is cut out of the bubble.
 */
const outline = async (mark: string, size: number): Promise<Buffer> => {
  const paths = mark.match(/<path[^>]*>/g) ?? [];
  const only = (path = ''): Buffer => Buffer.from(mark.replace(/<path.*\/>/, path));
  const drawn = (part: Buffer) => sharp(part, { density: 1200 }).resize(size, size).png().toBuffer();
  const [bubble, wave] = await Promise.all([drawn(only(paths[0]?.replace('#803b83', '#fff'))), drawn(only(paths[1]))]);
  return sharp(bubble)
    .composite([{ input: wave, blend: 'dest-out' }])
    .png()
    .toBuffer();
};

async function icons(folder: string): Promise<void> {
  const mark = await readFile(join(webHost, 'root', 'icon.svg'), 'utf8');
  const plain = Buffer.from(mark);
  const files: Record<string, Promise<Buffer>> = {
    'icon-192.png': picture(plain, 192, 0.92),
    'icon-512.png': picture(plain, 512, 0.92),
    // Launchers crop these to their own shape, so the mark stays within the middle four fifths.
    'icon-maskable-192.png': picture(inverted(mark), 192, 0.56, '#803b83'),
    'icon-maskable-512.png': picture(inverted(mark), 512, 0.56, '#803b83'),
    'apple-touch-icon.png': picture(inverted(mark), 180, 0.62, '#803b83'),
    'badge-96.png': outline(mark, 96),
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), await bytes);
}

/** Writes `<dist>/root`. */
export async function buildRoot(dist: string): Promise<void> {
  const next = join(dist, `root.${process.pid}`);
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  await cp(join(webHost, 'root'), next, { recursive: true });
  const page = await readFile(join(webHost, 'offline', 'offline.html'), 'utf8');
  const code = await script('offline/offline.ts');
  const version = createHash('sha256').update(page).update(code).digest('hex').slice(0, 12);
  await writeFile(join(next, 'offline.html'), page);
  await writeFile(join(next, 'offline.js'), code);
  await writeFile(join(next, 'sw.js'), await script('worker/sw.ts', { __OFFLINE_VERSION__: JSON.stringify(version) }));
  await icons(next);
  await compressBelow(next);
  await rm(join(dist, 'root'), { recursive: true, force: true });
  await rename(next, join(dist, 'root'));
}
