import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { init, parse } from 'es-module-lexer';
import { build, esmExternalRequirePlugin, type Rolldown } from 'vite';
import { compressBelow, directImports, filesBelow, integrityOf, sharedIds } from '@balcao/sdk/build';
import { webHost } from './places.ts';
import type { SharedBuild } from './shared.ts';

const base = '/host/';

/** Files reached by static imports, from the emitted code: reports also list imports that were dropped. */
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
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output;
}

/** Builds the host against the shared set that lies in `<dist>/shared`, and writes what the kernel serves it from. */
export async function buildHost(dist: string, shared: SharedBuild): Promise<void> {
  const next = join(dist, `host.${process.pid}`);
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  const output = await bundle(next);
  await compressBelow(next);
  // With their times: a compressed neighbour older than its file is not served.
  await cp(join(dist, 'shared'), join(next, 'shared'), { recursive: true, preserveTimestamps: true });

  await init;
  const chunks = new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : [])),
  );
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry)?.fileName ?? '';
  // The texts of the language that most people read are wanted before the first word shows.
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
    css: files.filter((file) => file.endsWith('.css')).map((file) => base + file),
    fonts: files.filter((file) => /inter-latin-wght.*\.woff2$/.test(file)).map((file) => base + file),
    files: files.map((file) => base + file),
  };
  await rm(join(dist, 'host'), { recursive: true, force: true });
  await rename(next, join(dist, 'host'));
  await rm(join(dist, 'root'), { recursive: true, force: true });
  await cp(join(webHost, 'root'), join(dist, 'root'), { recursive: true });
  await writeFile(join(dist, 'host.json'), JSON.stringify(host));
}
