import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { compressBelow, filesBelow, integrityOf, uiPartOf } from '@balcao/sdk/build';
import { fluentCore, mismatches, sharedFiles } from '../shared-modules.ts';
import { fluentDepth } from './fluent-depth.ts';

export interface SharedBuild {
  /** Id to file name. */
  map: Record<string, string>;
  /** File name to its static imports, all the way down. */
  closure: Record<string, string[]>;
  integrity: Record<string, string>;
}

const prefix = '\0shared:';

const entries = (sources: ReadonlyMap<string, string>): Plugin => ({
  name: 'balcao-shared-entries',
  resolveId: (id) => (sources.has(id) ? `${prefix}${id}` : null),
  load: (id) =>
    id.startsWith(prefix)
      ? { code: sources.get(id.slice(prefix.length)) ?? '', moduleSideEffects: 'no-treeshake' }
      : null,
});

/** Picks the files of one part of the UI kit. */
const uiFiles = (part: string) => (id: string) =>
  /\/sdk\/client\/ui\/[^/]+\.tsx?$/.test(id) && !id.endsWith('/index.ts') && uiPartOf(id).endsWith(`/${part}`);

/** Static imports of each file, followed to the end. */
function closureOf(chunks: readonly Rolldown.OutputChunk[]): Record<string, string[]> {
  const direct = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
  const follow = (file: string, seen: Set<string>): Set<string> => {
    for (const next of direct.get(file) ?? []) {
      if (!seen.has(next)) follow(next, seen.add(next));
    }
    return seen;
  };
  return Object.fromEntries(chunks.map(({ fileName }) => [fileName, [...follow(fileName, new Set())]]));
}

/**
 * Builds every shared module once into hashed ES modules and `shared.json`.
 * Development and production must be built by separate processes: CommonJS facades are read by running them.
 */
export async function buildShared(outDir: string, { dev = false } = {}): Promise<SharedBuild> {
  const files = sharedFiles();
  const wrong = mismatches(files);
  if (wrong.length > 0) throw new Error(`shared modules and the SDK's list differ: ${wrong.join(', ')}`);
  const sources = new Map(files.map(({ name, source }) => [`shared:${name}`, source]));
  const depth = fluentDepth();
  const within = (names: readonly string[]) => new RegExp(`node_modules/(${names.join('|')})/`);

  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  const built = (await build({
    configFile: false,
    root: import.meta.dirname,
    base: './',
    logLevel: 'error',
    mode: dev ? 'development' : 'production',
    publicDir: false,
    define: { 'process.env.NODE_ENV': JSON.stringify(dev ? 'development' : 'production') },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [entries(sources)],
    build: {
      outDir,
      target: 'es2022',
      modulePreload: false,
      minify: !dev,
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(files.map(({ name }) => [name, `shared:${name}`])),
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: {
            groups: [
              { name: 'react-core', test: within(['react', 'react-dom', 'scheduler']), priority: 900 },
              {
                name: 'griffel',
                test: within(['@griffel', '@emotion', 'stylis', 'rtl-css-js', 'csstype']),
                priority: 800,
              },
              { name: 'fluent-base', test: within(fluentCore), priority: 700 },
              { name: 'jotai-base', test: within(['jotai']), priority: 600 },
              { name: 'query-base', test: within(['@tanstack/react-query', '@tanstack/query-core']), priority: 600 },
              { name: 'i18next-base', test: within(['i18next']), priority: 600 },
              // All but the socket, which is fetched with the first room.
              { name: 'sdk-client-base', test: /\/sdk\/client\/(?!ui\/|live\/socket)/, priority: 590 },
              { name: 'sdk-ui-base-base', test: uiFiles('base'), priority: 580 },
              // Else the first package that draws an icon would hold those of all after it.
              { name: 'icons', test: within(['@fluentui/react-icons']), priority: 570 },
              { name: 'sdk-ui-page-base', test: uiFiles('page'), priority: 200 },
              // One file a package, those that others build on first, so that none drags a stranger along.
              ...[...depth].map(([id, levels]) => ({
                name: `fluent-${id.replace('@fluentui/react-', '').replaceAll(/\W+/g, '-')}-base`,
                test: within([id]),
                priority: 500 - levels,
              })),
            ],
          },
        },
      },
    },
  })) as Rolldown.RolldownOutput;

  const chunks = built.output.filter((file) => file.type === 'chunk');
  const fileOf = new Map(chunks.filter((chunk) => chunk.isEntry).map((chunk) => [chunk.name, chunk.fileName]));
  const map: SharedBuild['map'] = {};
  for (const { name, ids } of files) for (const id of ids) map[id] = fileOf.get(name) ?? '';
  if (!dev) await compressBelow(outDir);
  const integrity: SharedBuild['integrity'] = {};
  for (const file of (await filesBelow(outDir)).filter((name) => name.endsWith('.js'))) {
    integrity[file] = integrityOf(await readFile(join(outDir, file)));
  }
  const shared: SharedBuild = { map, closure: closureOf(chunks), integrity };
  await writeFile(join(outDir, 'shared.json'), JSON.stringify(shared, null, 1));
  return shared;
}
