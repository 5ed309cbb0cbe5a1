import { rm } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';

export interface BuildScriptOptions {
  entry: string;
  /** A single file, an IIFE, for pages outside the platform, such as a widget that a company pastes into its site. */
  outFile: string;
  dev?: boolean;
}

/**
 * Builds one self-contained script. It shares nothing with the page in which it runs; the script has to create its
 * styles.
 */
export async function buildScript({ entry, outFile, dev = false }: BuildScriptOptions): Promise<void> {
  const target = resolve(outFile);
  await rm(target, { force: true });
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: dirname(resolve(entry)),
    logLevel: 'error',
    mode: dev ? 'development' : 'production',
    publicDir: false,
    // Set explicitly, because NODE_ENV may be anything: libraries provide large builds for development.
    resolve: { conditions: ['module', 'browser', dev ? 'development' : 'production'] },
    define: { 'process.env.NODE_ENV': JSON.stringify(dev ? 'development' : 'production') },
    build: {
      outDir: dirname(target),
      // Other files of the folder belong to other builds.
      emptyOutDir: false,
      target: 'es2020',
      modulePreload: false,
      minify: !dev,
      reportCompressedSize: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      rolldownOptions: {
        input: resolve(entry),
        output: { format: 'iife', entryFileNames: basename(target), codeSplitting: false },
      },
    },
  });
}
