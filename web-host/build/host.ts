import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { init, parse } from 'es-module-lexer';
import { build, esmExternalRequirePlugin, type Rolldown } from 'vite';
import { compressBelow, directImports, filesBelow, sharedIds } from '@balcao/sdk/build';
import { cutFont } from './font.ts';
import { webHost } from './paths.ts';
import { buildRoot } from './root.ts';
import type { SharedBuild } from './shared.ts';

const base = '/host/';
/** Modules of the login page that the other pages of people who are not signed in use as well. */
const sharedByPublicPages =
  /web-host\/(?:pages\/(?:LanguageButton|PublicFrame|PublicPicture|Trouble|email|form-styles|platform-info|use-title)|shell\/(?:PasswordInput|use-submit))\.tsx?$/;

/**
 * The page's head lists every file; SHA-256, the shorter of the hashes that browsers check, makes the head a third
 * smaller.
 */
const integrityOf = (bytes: Uint8Array): string => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;

/**
 * Returns the files reached by static imports in the emitted code; the bundler's reports also list imports that were
 * dropped.
 */
function reach(start: string, chunks: ReadonlyMap<string, string>, shared: SharedBuild): Set<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    for (const one of parse(chunks.get(file) ?? '')[0]) {
      if (one.type === 'dynamic' || !('specifier' in one) || typeof one.specifier !== 'string') continue;
      const sharedFile = shared.map[one.specifier];
      if (sharedFile !== undefined) {
        for (const next of [sharedFile, ...(shared.closure[sharedFile] ?? [])]) found.add(`${base}shared/${next}`);
      } else if (one.specifier.startsWith('.')) {
        const next = one.specifier.replace(/^(\.\/)+/, '');
        if (found.has(base + next)) continue;
        found.add(base + next);
        visit(next);
      }
    }
  };
  visit(start);
  return found;
}

async function bundle(outDir: string): Promise<Rolldown.RolldownOutput['output']> {
  const built = (await build({
    configFile: false,
    root: webHost,
    base,
    logLevel: 'error',
    mode: 'production',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [directImports(), esmExternalRequirePlugin({ external: [...sharedIds] })],
    build: {
      outDir,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { host: join(webHost, 'runtime', 'main.tsx') },
        preserveEntrySignatures: 'strict',
        treeshake: { moduleSideEffects: [{ external: true, sideEffects: false }] },
        output: {
          format: 'es',
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: '[name]-[hash][extname]',
          // Everything that the page starts with is one file; otherwise each module that a later chunk also uses would
          // become one.
          // The parts that the public pages share are one file, too: the login page loads all of them.
          codeSplitting: {
            groups: [
              { name: 'start', tags: ['$initial'], priority: 1 },
              { name: 'public', test: sharedByPublicPages },
            ],
          },
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output;
}

/** Returns the file to start with: the entry, or the only file that the entry imports. */
function entryOf(output: Rolldown.RolldownOutput['output']): string {
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry);
  if (entry?.type !== 'chunk') throw new Error('the build of the host has no entry');
  return entry.code.trim().match(/^import\s*["']\.\/([\w.-]+\.js)["'];?$/)?.[1] ?? entry.fileName;
}

/** Replaces whole fonts by cut ones. Returns the style sheets, which the page carries in its head. */
async function styles(folder: string): Promise<{ style: string; fonts: string[] }> {
  const names = await filesBelow(folder);
  const sheets = names.filter((name) => name.endsWith('.css'));
  const texts = await Promise.all(sheets.map((name) => readFile(join(folder, name), 'utf8')));
  let style = texts.join('').trim();
  const fonts: string[] = [];
  for (const file of names.filter((name) => /inter-latin-wght.*\.woff2$/.test(name))) {
    const { name, bytes } = await cutFont(await readFile(join(folder, file)));
    await writeFile(join(folder, name), bytes);
    await rm(join(folder, file));
    style = style.replaceAll(file, name);
    fonts.push(base + name);
  }
  await Promise.all(sheets.map((name) => rm(join(folder, name))));
  return { style, fonts };
}

/** Builds the host against the shared set in `<dist>/shared`, and writes the files that the kernel serves. */
export async function buildHost(dist: string, shared: SharedBuild): Promise<void> {
  const next = join(dist, `host.${process.pid}`);
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  const output = await bundle(next);
  const { style, fonts } = await styles(next);
  await compressBelow(next);
  // Timestamps are kept: a compressed neighbour older than its file is not served.
  await cp(join(dist, 'shared'), join(next, 'shared'), { recursive: true, preserveTimestamps: true });

  await init;
  const chunks = new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : [])),
  );
  const entry = entryOf(output);
  // The texts of the most common language are needed before the first word is drawn.
  const texts = [...chunks.keys()].find((name) => name.startsWith('pt-'));
  const preloads = reach(entry, chunks, shared);
  if (texts !== undefined) preloads.add(base + texts);

  const files = await filesBelow(next);
  const integrity: Record<string, string> = {};
  for (const name of files.filter((file) => file.endsWith('.js'))) {
    integrity[base + name] = integrityOf(await readFile(join(next, name)));
  }
  const page = await readFile(join(webHost, 'index.html'), 'utf8');
  const host = {
    template: page.replace(/\s*<script type="module".*<\/script>/, ''),
    importMap: {
      imports: Object.fromEntries(Object.entries(shared.map).map(([id, file]) => [id, `${base}shared/${file}`])),
    },
    integrity,
    entry: base + entry,
    preloads: [...preloads],
    style,
    fonts,
  };
  await rm(join(dist, 'host'), { recursive: true, force: true });
  await rename(next, join(dist, 'host'));
  await buildRoot(dist);
  await writeFile(join(dist, 'host.json'), JSON.stringify(host));
}
