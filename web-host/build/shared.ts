import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { init, parse } from 'es-module-lexer';
import { build, esmExternalRequirePlugin, type Plugin, type Rolldown } from 'vite';
import {
  chatFirst,
  chatPartOf,
  compressBelow,
  directImports,
  filesBelow,
  fluentPackages,
  integrityOf,
  sharedIds,
  uiPartIds,
  uiPartOf,
} from '@balcao/sdk/build';
import { firstIds, fluentCore, mismatches, sharedFiles, type SharedFile } from '../shared-modules.ts';
import { joinFirst } from './first-file.ts';

export interface SharedBuild {
  /** Id to file name. */
  map: Record<string, string>;
  /** File name to its static imports, transitively. */
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

/** Relative imports between files that are shared separately: on the page each is the other's shared module. */
const neighbours: readonly { from: RegExp; id: RegExp; shared: string }[] = [
  { from: /\/sdk\/client\/(ui|chat)\//, id: /^\.\.\/index\.ts$/, shared: '@balcao/sdk/client' },
  { from: /\/sdk\/shared\/list-text\.ts$/, id: /^\.\/fold-text\.ts$/, shared: '@balcao/sdk/client' },
  { from: /\/jotai\/dist\/\w+\/utils\//, id: /^\.\.\/\.\.\/(vanilla|react)\.js$/, shared: 'jotai' },
];
const isChatFirst = (id: string): boolean => id.startsWith('./') && chatPartOf(id) === chatFirst;
const besides: Plugin = {
  name: 'balcao-besides',
  enforce: 'pre',
  resolveId: (id, importer = '') => {
    // The chat modules of the first screens are in another file than the rest.
    if (/\/sdk\/client\/chat\//.test(importer) && chatPartOf(importer) !== chatFirst && isChatFirst(id))
      return { id: chatFirst, external: true };
    const found = neighbours.find((one) => one.id.test(id) && one.from.test(importer));
    return found ? { id: found.shared, external: true } : null;
  },
};

/** Selects the files of one part of the UI kit; the first part includes the chat modules of the first screens. */
const uiFiles = (part: string) => (id: string) =>
  /\/sdk\/client\/chat\//.test(id)
    ? part === uiPartIds[0]
    : /\/sdk\/client\/ui\/[^/]+\.tsx?$/.test(id) && !id.endsWith('/index.ts') && uiPartOf(id) === part;

/** Returns the static imports of each file, followed transitively through relative paths and shared ids. */
function closureOf(codes: ReadonlyMap<string, string>, map: SharedBuild['map']): SharedBuild['closure'] {
  const direct = new Map(
    [...codes].map(([file, code]) => {
      const found = parse(code)[0].flatMap((one) => {
        if (one.type === 'dynamic' || !('specifier' in one) || typeof one.specifier !== 'string') return [];
        return [one.specifier.startsWith('./') ? one.specifier.slice(2) : (map[one.specifier] ?? '')];
      });
      return [file, found.filter(Boolean)] as const;
    }),
  );
  const follow = (file: string, seen: Set<string>): Set<string> => {
    for (const next of direct.get(file) ?? []) {
      if (!seen.has(next)) follow(next, seen.add(next));
    }
    return seen;
  };
  return Object.fromEntries([...codes.keys()].map((file) => [file, [...follow(file, new Set())]]));
}

interface BundleOptions {
  dev: boolean;
  /** Nothing is written when absent. */
  outDir?: string;
  groups?: Rolldown.CodeSplittingGroup[];
  plugins?: Plugin[];
  /** Keeps the export names between chunks as they were written, so that an id may be served by the chunk itself. */
  keepsNames?: boolean;
  /** The files whose ids are bundled; those that are built when absent. */
  own?: readonly SharedFile[];
}

/** Builds some of the shared files; every other shared id stays an import by name. */
async function bundle(
  files: readonly SharedFile[],
  { dev, outDir, groups = [], plugins = [], keepsNames = false, own = files }: BundleOptions,
) {
  const inside = new Set(own.flatMap(({ ids }) => ids));
  const mode = dev ? 'development' : 'production';
  const built = (await build({
    configFile: false,
    root: import.meta.dirname,
    base: './',
    logLevel: 'error',
    mode,
    publicDir: false,
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [
      entries(new Map(files.map(({ name, source }) => [`shared:${name}`, source]))),
      ...plugins,
      besides,
      // The Fluent build itself is the source of these names.
      ...(files[0]?.build === 'fluent' ? [] : [directImports()]),
      esmExternalRequirePlugin({ external: sharedIds.filter((id) => !inside.has(id)) }),
    ],
    build: {
      ...(outDir === undefined ? { write: false } : { outDir, emptyOutDir: false }),
      target: 'es2022',
      modulePreload: false,
      minify: !dev,
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(files.map(({ name }) => [name, `shared:${name}`])),
        preserveEntrySignatures: 'strict',
        treeshake: { moduleSideEffects: [{ external: true, sideEffects: false }] },
        output: {
          format: 'es',
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
          minifyInternalExports: !keepsNames,
          codeSplitting: { groups },
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output.filter((file) => file.type === 'chunk');
}

const within = (names: readonly string[]) => new RegExp(`node_modules/(${names.join('|')})/`);
const packageOf = (id: string): string | undefined => id.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1];

/** Returns the modules of Fluent that the first screen uses: those that remain after tree shaking. */
async function firstModules(files: readonly SharedFile[], dev: boolean): Promise<ReadonlySet<string>> {
  const chunks = await bundle(
    files.filter(({ name }) => name === 'fluent-first'),
    { dev, own: files },
  );
  const rendered = chunks.flatMap(({ modules }) =>
    Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : [])),
  );
  return new Set(rendered);
}

/** Packages outside the core import each other and the core by name, as a plugin does. So each is one file. */
const apart = (together: ReadonlySet<string | undefined>): Plugin => ({
  name: 'balcao-fluent-apart',
  enforce: 'pre',
  resolveId: (id, importer) => {
    const from = importer === undefined || importer.startsWith(prefix) ? undefined : packageOf(importer);
    if (from === undefined || from === id || together.has(from) || !fluentPackages.includes(id)) return null;
    return fluentPackages.includes(from) ? { id, external: true } : null;
  },
});

async function fluentOptions(files: readonly SharedFile[], dev: boolean): Promise<Partial<BundleOptions>> {
  const first = await firstModules(files, dev);
  return {
    plugins: [apart(new Set([...fluentCore, ...[...first].map(packageOf)]))],
    groups: [
      { name: 'fluent-first-base', test: (id) => first.has(id) || id.includes('rolldown/runtime'), priority: 900 },
      { name: 'fluent-base', test: within(fluentCore), priority: 700 },
      // Otherwise the first package with an icon would contain the icons of all later ones.
      { name: 'icons', test: within(['@fluentui/react-icons']), priority: 570 },
    ],
  };
}

const uiGroups = uiPartIds.map((id, index) => ({
  name: `${id.replaceAll(/\W+/g, '-').replace(/^-balcao-/, '')}-base`,
  test: uiFiles(id),
  priority: 100 - index,
}));

/**
 * Returns the file that this code only re-exports in full and under the same names: importing it directly saves a
 * request.
 */
function holderOf(code: string): string | undefined {
  const [, names, file] = /^export\s*\{([^}]*)\}\s*from\s*["']\.\/([^"']+)["'];?\s*$/.exec(code) ?? [];
  return names === undefined || /\bas\b/.test(names) ? undefined : file;
}

/**
 * Builds every shared module once into hashed ES modules and `shared.json`.
 * Development and production must be built by separate processes: the export names of CommonJS modules are read by
 * running them.
 */
export async function buildShared(outDir: string, { dev = false } = {}): Promise<SharedBuild> {
  const files = sharedFiles();
  const wrong = mismatches(files);
  if (wrong.length > 0) throw new Error(`the built shared modules and the SDK's list differ: ${wrong.join(', ')}`);
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });

  const codes = new Map<string, string>();
  const map: SharedBuild['map'] = {};
  for (const [name, own] of Map.groupBy(files, (file) => file.build)) {
    const special =
      name === 'fluent'
        ? await fluentOptions(own, dev)
        : name === 'sdk-ui'
          ? { groups: uiGroups, keepsNames: true }
          : {};
    const chunks = await bundle(own, { dev, outDir, ...special });
    const fileOf = new Map<string, string>();
    for (const { isEntry, name: entry, fileName, code } of chunks) {
      const holder = isEntry ? holderOf(code) : undefined;
      if (isEntry) fileOf.set(entry, holder ?? fileName);
      if (holder === undefined) codes.set(fileName, code);
      else await rm(join(outDir, fileName));
    }
    for (const file of own) for (const id of file.ids) map[id] = fileOf.get(file.name) ?? '';
  }
  await init;
  if (!dev) {
    await joinFirst({ outDir, codes, map, closure: closureOf(codes, map) }, firstIds);
    await compressBelow(outDir);
  }
  const integrity: SharedBuild['integrity'] = {};
  for (const file of (await filesBelow(outDir)).filter((name) => name.endsWith('.js'))) {
    integrity[file] = integrityOf(await readFile(join(outDir, file)));
  }
  const shared: SharedBuild = { map, closure: closureOf(codes, map), integrity };
  await writeFile(join(outDir, 'shared.json'), JSON.stringify(shared, null, 1));
  return shared;
}
