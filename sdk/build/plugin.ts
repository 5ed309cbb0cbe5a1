import { cp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, parse, resolve } from 'node:path';
import type { Rolldown } from 'vite';
import sdk from '../package.json' with { type: 'json' };
import { writeBuildJson, type BuildJson } from './build-json.ts';
import { bundleFaults, holdsStart, type EmittedChunk } from './check.ts';
import { chunkLoader } from './chunk-loader.ts';
import { compressBelow } from './compress.ts';
import { directImports } from './direct-imports.ts';
import { entryCopies } from './entry-copies.ts';
import { entryManifest } from './entry-manifest.ts';
import { BundleError } from './faults.ts';
import { firstTexts } from './first-texts.ts';
import { lazyTexts } from './lazy-texts.ts';
import { buildScript } from './script.ts';
import { sharedChunks } from './shared-chunks.ts';
import { sharedIds } from './shared-ids.ts';
import { startModules } from './start-modules.ts';
import { startParts } from './start-part.ts';
import { unusedReferences } from './unused-references.ts';

export interface BuildPluginOptions {
  /** The plugin's folder: `client/index.tsx` is its browser part. */
  root: string;
  /** Absent: `dist` in the plugin's folder. */
  outDir?: string;
  /** Builds readable code with development React. Production hosts refuse such a bundle. */
  dev?: boolean;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const chunksOf = (output: Rolldown.RolldownOutput): EmittedChunk[] =>
  output.output.flatMap((file) =>
    file.type === 'chunk'
      ? [
          {
            fileName: file.fileName,
            code: file.code,
            isEntry: file.isEntry,
            modules: Object.entries(file.modules)
              .filter(([, { renderedLength }]) => renderedLength > 0)
              .map(([id]) => id),
          },
        ]
      : [],
  );

/**
 * Builds the files for pages of other sites: `public/` is copied, and each `embed/<name>.ts` becomes one script
 * `<name>.js`.
 */
async function buildPublic(folder: string, target: string, dev: boolean): Promise<void> {
  const open = join(target, 'public');
  if (await exists(join(folder, 'public'))) await cp(join(folder, 'public'), open, { recursive: true });
  const scripts = (await exists(join(folder, 'embed')))
    ? await readdir(join(folder, 'embed'), { withFileTypes: true })
    : [];
  for (const { name } of scripts.filter((entry) => entry.isFile() && /^[\w-]+\.tsx?$/.test(entry.name))) {
    await buildScript({ entry: join(folder, 'embed', name), outFile: join(open, `${parse(name).name}.js`), dev });
  }
}

const isTaken = (error: unknown): boolean =>
  ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');

/** Moves the build into place as a whole, so that concurrent readers and builds always find a complete one. */
const putInPlace = async (built: string, final: string): Promise<void> => {
  const former = `${built}.former`;
  for (let tries = 1; ; tries += 1) {
    await rename(final, former).catch(() => undefined);
    try {
      await rename(built, final);
      break;
    } catch (error) {
      if (tries === 5 || !isTaken(error)) throw error;
    } finally {
      await rm(former, { recursive: true, force: true });
    }
  }
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Removes builds that were interrupted before they were moved into place. */
async function removeInterrupted(final: string): Promise<void> {
  const beside = await readdir(dirname(final)).catch(() => []);
  for (const name of beside) {
    const [, pid] = name.startsWith(`${basename(final)}.`) ? (/\.(\d+)(?:\.former)?$/.exec(name) ?? []) : [];
    if (pid && !isRunning(Number(pid))) await rm(join(dirname(final), name), { recursive: true, force: true });
  }
}

/**
 * Builds a plugin's browser part into `dist/`: `client.js`, its lazy chunks and `build.json`, and under `dist/public/`
 * the files for pages of other sites (see `buildScript`). Throws BundleError with every fault of the bundle.
 */
export async function buildPlugin({ root, outDir, dev = false }: BuildPluginOptions): Promise<BuildJson> {
  const folder = resolve(root);
  const entry = join(folder, 'client', 'index.tsx');
  const final = resolve(outDir ?? join(folder, 'dist'));
  // A running server continues to serve the former build until this one is complete.
  const target = `${final}.${process.pid}`;
  await rm(target, { recursive: true, force: true });
  await removeInterrupted(final);
  // Imported here, so that code that only reads a build does not load the bundler.
  const { build, esmExternalRequirePlugin } = await import('vite');
  const built = await build({
    configFile: false,
    root: folder,
    base: './',
    logLevel: 'error',
    mode: dev ? 'development' : 'production',
    publicDir: false,
    define: { 'process.env.NODE_ENV': JSON.stringify(dev ? 'development' : 'production') },
    // Set explicitly, because the bundler treats any NODE_ENV but production as development.
    oxc: { jsx: { runtime: 'automatic', development: dev } },
    // `rolldownOptions.external` beside this plugin would silently take precedence, and break CommonJS modules that
    // require React.
    plugins: [
      entryManifest(folder),
      startModules(entry),
      entryCopies(entry),
      unusedReferences(),
      lazyTexts(),
      // Before the texts plugin, which leaves one language.
      ...(dev ? [] : [startParts(folder)]),
      firstTexts(folder),
      chunkLoader(),
      directImports(),
      esmExternalRequirePlugin({ external: [...sharedIds, 'react/jsx-dev-runtime'] }),
    ],
    // Beside the chunks, and each complete: a worker has no import map.
    worker: { format: 'es', rolldownOptions: { output: { entryFileNames: '[name]-[hash].js' } } },
    build: {
      outDir: target,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      minify: !dev,
      reportCompressedSize: false,
      assetsInlineLimit: 2048,
      rolldownOptions: {
        input: { client: entry },
        preserveEntrySignatures: 'allow-extension',
        // Without it about fifty bare imports of Fluent's packages remain.
        treeshake: { moduleSideEffects: [{ external: true, sideEffects: false }] },
        output: {
          format: 'es',
          entryFileNames: 'client.js',
          // The folder's name contains the build's hash already. The names of all modules sharing a chunk are omitted
          // too, because the page's import map would contain both.
          chunkFileNames: ({ name }) => `${name.split('~')[0]}.js`,
          assetFileNames: '[name]-[hash][extname]',
          codeSplitting: sharedChunks(entry),
        },
      },
    },
  });
  const chunks = chunksOf(built as Rolldown.RolldownOutput);
  const faults = await bundleFaults(chunks);
  if (faults.length > 0) {
    await rm(target, { recursive: true, force: true });
    throw new BundleError(`The browser part of ${folder} cannot be used:`, faults);
  }
  await buildPublic(folder, target, dev);
  if (!dev) await compressBelow(target);
  const description = await writeBuildJson(target, 'client.js', sdk.version, holdsStart(chunks));
  await putInPlace(target, final);
  return description;
}
