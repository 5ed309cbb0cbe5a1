import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Rolldown } from 'vite';
import { BundleError, type BundleFault } from './faults.ts';

export interface BuildServerOptions {
  /** The plugin's folder: `server/index.ts` is its server part. */
  root: string;
  /** Receives `index.js` and its chunks. */
  outDir: string;
}

/** Modules that the running product provides to a server part; everything else is bundled. */
const provided = /^@balcao\/sdk\/(server|contract|manifest|version)$/;
const sdk = /^@balcao\/sdk(\/|$)/;

interface Names {
  name?: string;
}

/** Returns the platform's package that a file belongs to; undefined for files of the plugin and of npm packages. */
function platformPackage(file: string, root: string): { name: string; inside: string } | undefined {
  if (!relative(root, file).startsWith('..') || file.includes('/node_modules/')) return undefined;
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const place = join(folder, 'package.json');
    if (!existsSync(place)) continue;
    const { name = '' } = JSON.parse(readFileSync(place, 'utf8')) as Names;
    return { name, inside: relative(folder, file) };
  }
  return undefined;
}

const npmPackage = (file: string): string | undefined => file.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1];

/** Packages of which a second copy would not be the one that the kernel works with. */
const singletons = ['@mikro-orm/core', 'pg', 'socket.io', 'koa'];

function* moduleFaults(file: string, root: string): Generator<BundleFault> {
  const own = platformPackage(file, root);
  if (own?.name.startsWith('@balcao/') && basename(own.inside) !== 'contract.ts') {
    yield {
      code: 'BUNDLE_FORBIDDEN_PACKAGE',
      message: `server/ holds ${own.inside} of ${own.name}`,
      fix: `Import only ${own.name.replace('@balcao/kernel', '@balcao/sdk/server')}${own.name === '@balcao/kernel' ? '' : '/contract'}: what another plugin keeps to itself may change any day.`,
    };
  }
  const name = npmPackage(file);
  if (name !== undefined && singletons.includes(name)) {
    yield {
      code: 'BUNDLE_FORBIDDEN_PACKAGE',
      message: `server/ holds a copy of ${name}`,
      fix: `Use what @balcao/sdk/server exports; the product has the one ${name} that works.`,
    };
  }
}

const missing = (specifier: string, importer: string | undefined, root: string): BundleFault => ({
  code: 'BUNDLE_IMPORT',
  message: `${importer ? relative(root, importer) : 'server/index.ts'} imports "${specifier}", which is not there`,
  fix: specifier.startsWith('.')
    ? 'Correct the path; it needs its ending (.ts).'
    : `Install it in the plugin's folder (npm install ${specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/')}), or drop the import.`,
});

/**
 * The fault of an import such as `@balcao/tickets/server/ticket/accept.ts`: the package has the file and does not
 * export it, so no resolver finds it.
 */
const inside = (specifier: string, importer: string | undefined, root: string): BundleFault => {
  const [name = ''] = /^@balcao\/[^/]+/.exec(specifier) ?? [];
  return {
    code: 'BUNDLE_FORBIDDEN_PACKAGE',
    message: `${importer ? relative(root, importer) : 'server/'} imports "${specifier}", which ${name} keeps to itself`,
    fix: `Import only ${name}/contract: what another plugin keeps to itself may change any day.`,
  };
};

const notOffered = (specifier: string, importer: string | undefined, root: string): BundleFault => ({
  code: 'BUNDLE_IMPORT',
  message: `${importer ? relative(root, importer) : 'server/'} imports "${specifier}", which no server part gets`,
  fix: 'Server code imports @balcao/sdk/server; tests, builds and browser code have the others.',
});

/**
 * Builds a plugin's server part as one ES module for Node: the SDK and Node's own modules stay external, contracts and
 * npm packages are bundled. Throws BundleError with every import that cannot be resolved.
 */
export async function buildServer({ root, outDir }: BuildServerOptions): Promise<void> {
  const folder = resolve(root);
  const faults: BundleFault[] = [];
  const { build } = await import('vite');
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    mode: 'production',
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    plugins: [
      {
        name: 'balcao-server-imports',
        enforce: 'pre',
        async resolveId(id, importer, options) {
          if (sdk.test(id)) {
            if (!provided.test(id)) faults.push(notOffered(id, importer, folder));
            return { id, external: true };
          }
          if (isBuiltin(id)) return { id: id.startsWith('node:') ? id : `node:${id}`, external: true };
          // The resolver throws an error with a stack if a package has the file and does not export it.
          const found = await this.resolve(id, importer, { ...options, skipSelf: true }).catch(() => undefined);
          if (found) return found;
          faults.push(id.startsWith('@balcao/') ? inside(id, importer, folder) : missing(id, importer, folder));
          return { id, external: true };
        },
      },
    ],
    build: {
      ssr: join(folder, 'server', 'index.ts'),
      outDir: resolve(outDir),
      emptyOutDir: true,
      target: 'node24',
      // Readable for operators who check what a plugin does; size does not matter on a server.
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        output: { format: 'es', entryFileNames: 'index.js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  const modules = (built as Rolldown.RolldownOutput).output.flatMap((file) =>
    file.type === 'chunk'
      ? Object.entries(file.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []))
      : [],
  );
  faults.push(...[...new Set(modules)].flatMap((file) => [...moduleFaults(file, folder)]));
  const byMessage = new Map(faults.map((fault) => [fault.message, fault]));
  if (byMessage.size > 0)
    throw new BundleError(`The server part of ${folder} cannot be used:`, [...byMessage.values()]);
}
