import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { ServerBuildRecord } from './index.ts';
import { markOfInputs, repository, serverDist, serverInputs } from './inputs.ts';

/** Exports of the SDK that only browsers use. */
const browserOnly = new Set(['./client', './ui', './chat']);

const exportsOf = (folder: string): [name: string, file: string][] => {
  const { exports = {} } = JSON.parse(readFileSync(path.join(repository, folder, 'package.json'), 'utf8')) as {
    exports?: Record<string, string>;
  };
  return Object.entries(exports).map(([name, file]) => [name, path.posix.join(folder, file)]);
};

/** Returns the modules that are imported by their address: those of packages, and what the kernel reads of plugins. */
const entries = (): string[] => {
  const plugins = readdirSync(path.join(repository, 'plugins')).flatMap((id) =>
    ['manifest.ts', 'contract.ts', 'server/index.ts'].map((file) => `plugins/${id}/${file}`),
  );
  return [
    'scripts/start/main.ts',
    ...exportsOf('kernel').map(([, file]) => file),
    ...exportsOf('sdk').flatMap(([name, file]) => (browserOnly.has(name) ? [] : [file])),
    ...plugins.filter((file) => existsSync(path.join(repository, file))),
  ];
};

/** Returns the path of a module from the repository's folder; undefined for npm packages and the bundler's own. */
const inRepository = (id: string): string | undefined => {
  if (!path.isAbsolute(id)) return undefined;
  const file = path.relative(repository, id.replace(/\?.*$/, ''));
  return file.startsWith('..') || file.includes('node_modules/') ? undefined : file;
};

/** Folder of the build for a source file: its plugin's id, or its package. */
const groupOf = (file: string): string => {
  const [first = '', second = ''] = file.split('/');
  return first === 'plugins' ? second : first;
};

/** Name of an entry's bundle, below the folder of its package or plugin. */
const nameOf = (file: string): string => {
  const parts = file.replace(/\.ts$/, '').split('/');
  return `${groupOf(file)}/${parts.slice(parts[0] === 'plugins' ? 2 : 1).join('-')}`;
};

const addresses = path.join(import.meta.dirname, 'source-addresses.ts');

/**
 * Packages of some hundred small files each. Nothing outside the bundles imports them: plugins get them from the SDK.
 */
const bundled = /^(@mikro-orm|kysely)(\/|$)/;

/** Leaves other npm packages outside, and tells each module where its source is, not its bundle. */
const ownCode = (): Plugin => ({
  name: 'balcao-server-code',
  enforce: 'pre',
  async resolveId(id, importer, options) {
    if (isBuiltin(id)) return { id: id.startsWith('node:') ? id : `node:${id}`, external: true };
    if (id.startsWith('.') || path.isAbsolute(id) || id.startsWith('@balcao/') || bundled.test(id)) return undefined;
    const found = await this.resolve(id, importer, { ...options, skipSelf: true });
    // Bundles are outside of their packages, whose own copy of a dependency they would not find.
    if (found && !path.relative(repository, found.id).startsWith('node_modules') && path.isAbsolute(found.id))
      throw new Error(`${importer} imports ${id}, of which its package has a copy of its own`);
    return { id, external: true };
  },
  transform(code, id) {
    const file = inRepository(id);
    if (file === undefined || id === addresses || !/\bimport\.meta\.(url|dirname|filename)\b/.test(code))
      return undefined;
    const name = JSON.stringify(file);
    const changed = code
      .replaceAll(/\bimport\.meta\.url\b/g, `__urlOf(${name})`)
      .replaceAll(/\bimport\.meta\.filename\b/g, `__fileOf(${name})`)
      .replaceAll(/\bimport\.meta\.dirname\b/g, `__folderOf(${name})`);
    return `import { urlOf as __urlOf, fileOf as __fileOf, folderOf as __folderOf } from ${JSON.stringify(addresses)};\n${changed}`;
  },
});

/** Throws if a module is in the bundles that does not count as an input: its changes would be overlooked. */
const checkInputs = (output: Rolldown.RolldownOutput['output'], inputs: readonly string[]): void => {
  const known = new Set(inputs);
  for (const chunk of output) {
    if (chunk.type !== 'chunk') continue;
    for (const id of chunk.moduleIds) {
      const file = inRepository(id);
      if (file !== undefined && !known.has(file))
        throw new Error(`${file} is in the server code and not among its inputs`);
    }
  }
};

/** Milliseconds within which a build certainly ends. */
const draftMs = 600_000;

/**
 * Makes a build the one that starts use. The one before is kept: a running product still imports its less used code
 * from there.
 */
const publish = async (record: ServerBuildRecord): Promise<void> => {
  const file = path.join(serverDist, 'build.json');
  const before = await readFile(file, 'utf8').then(
    (text) => (JSON.parse(text) as ServerBuildRecord).inputs,
    () => undefined,
  );
  await writeFile(`${file}.${process.pid}`, `${JSON.stringify(record, null, 1)}\n`);
  await rename(`${file}.${process.pid}`, file);
  for (const entry of await readdir(serverDist, { withFileTypes: true })) {
    const folder = path.join(serverDist, entry.name);
    if (!entry.isDirectory() || entry.name === record.inputs || entry.name === before) continue;
    // A draft is being written by another process, or is left of one that was killed.
    const { mtimeMs = 0 } = (await stat(folder).catch(() => undefined)) ?? {};
    const isInUse = entry.name.includes('.') && Date.now() - mtimeMs < draftMs;
    if (!isInUse) await rm(folder, { recursive: true, force: true });
  }
};

/** Bundles the server code into a folder of `dist/server`. */
export const buildServer = async (): Promise<void> => {
  const inputs = serverInputs();
  const mark = markOfInputs(inputs);
  const files = new Map(entries().map((file) => [file, nameOf(file)]));
  const draft = path.join(serverDist, `${mark}.${process.pid}`);
  try {
    const { output } = (await build({
      configFile: false,
      root: repository,
      logLevel: 'warn',
      publicDir: false,
      ssr: { noExternal: true, target: 'node' },
      plugins: [ownCode()],
      build: {
        ssr: true,
        outDir: draft,
        emptyOutDir: true,
        target: 'node24',
        // Operators read the stacks of errors.
        minify: false,
        reportCompressedSize: false,
        rolldownOptions: {
          input: Object.fromEntries([...files].map(([file, name]) => [name, path.join(repository, file)])),
          preserveEntrySignatures: 'strict',
          output: {
            format: 'es',
            // Names of classes and functions are in log lines.
            keepNames: true,
            entryFileNames: '[name].js',
            chunkFileNames: ({ moduleIds }) => {
              const [group = 'shared', ...others] = new Set(
                moduleIds.flatMap((id) => inRepository(id) ?? []).map(groupOf),
              );
              return `${others.length === 0 ? group : 'shared'}/[name]-[hash].js`;
            },
          },
        },
      },
    })) as Rolldown.RolldownOutput;
    checkInputs(output, inputs);
    const folder = path.join(serverDist, mark);
    // Another process may have been first with the same inputs.
    await rename(draft, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    await publish({
      inputs: mark,
      modules: Object.fromEntries([...files].map(([file, name]) => [file, `${mark}/${name}.js`])),
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};
