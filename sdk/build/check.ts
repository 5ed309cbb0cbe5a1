import { dirname, relative, resolve } from 'node:path';
import { init, parse } from 'es-module-lexer';
import type { BundleFault } from './faults.ts';
import { forbiddenPackages, sharedIds } from './shared-ids.ts';

/** Maximum size of an entry in bytes. Everybody downloads it at start; pages and panels are loaded later. */
export const entryBudget = 10 * 1024;
/**
 * Maximum size of an entry that imports a `start`, in bytes: the code that is part of every page from its beginning.
 */
export const startBudget = 48 * 1024;

export interface EmittedChunk {
  fileName: string;
  code: string;
  isEntry: boolean;
  /** Files whose code is in the chunk. */
  modules: readonly string[];
}

const packageOf = (module: string): string | undefined =>
  module.replaceAll('\\', '/').match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1];

const shared = new Set(sharedIds);

const sdk = resolve(import.meta.dirname, '..');
/** Folders of the platform whose code runs only on a server or in a test. */
const serverFolders = ['server', 'testing', 'build', 'cli'].map((name) => `${resolve(sdk, name)}/`);

function* serverCodeFaults({ fileName, modules }: EmittedChunk): Generator<BundleFault> {
  const found = modules.find((module) => serverFolders.some((folder) => module.startsWith(folder)));
  if (found === undefined) return;
  yield {
    code: 'BUNDLE_SERVER_CODE',
    message: `${fileName} holds code of the server: ${relative(dirname(sdk), found)}`,
    fix: 'Import types with import type; browser code imports @balcao/sdk/client, @balcao/sdk/ui and contracts.',
  };
}

/** Checks the emitted code itself, because the bundler's report also lists imports that it dropped. */
function* importFaults({ fileName, code }: EmittedChunk): Generator<BundleFault> {
  for (const found of parse(code)[0]) {
    if (!('specifier' in found)) continue;
    const id = found.specifier;
    // An address computed at run time, as in a retry, is the author's responsibility; the policy confines it to this
    // origin.
    if (typeof id !== 'string' || /^\.{1,2}\//.test(id) || shared.has(id)) continue;
    if (found.type === 'dynamic' && found.glob) continue;
    yield {
      code: id === 'react/jsx-dev-runtime' ? 'BUNDLE_DEVELOPMENT' : 'BUNDLE_IMPORT',
      message: `${fileName} imports "${id}", which no page provides`,
      fix:
        id === 'react/jsx-dev-runtime'
          ? 'Build for production: development bundles are not installable.'
          : 'Add the package to dependencies so that it is bundled, or drop the import.',
    };
  }
}

function* packageFaults({ fileName, modules }: EmittedChunk): Generator<BundleFault> {
  const packages = new Set(modules.map(packageOf));
  for (const name of packages) {
    if (name === undefined || !forbiddenPackages.includes(name)) continue;
    yield {
      code: 'BUNDLE_FORBIDDEN_PACKAGE',
      message: `${fileName} holds a copy of ${name}`,
      fix: `Import ${name} by its public name; the page has the one copy that works.`,
    };
  }
}

/**
 * Returns true if the entry contains code that is part of every page from its beginning, and may therefore be larger.
 */
export const holdsStart = (chunks: readonly EmittedChunk[]): boolean =>
  chunks.some(({ isEntry, modules }) => isEntry && modules.some((module) => /[\\/]start\.tsx?$/.test(module)));

/**
 * Returns the faults that prevent installing these chunks. `hasStart`: see `holdsStart`; a finished build has it in its
 * `build.json`.
 */
export async function bundleFaults(
  chunks: readonly EmittedChunk[],
  hasStart = holdsStart(chunks),
): Promise<BundleFault[]> {
  await init;
  const faults = chunks.flatMap((chunk) => [
    ...importFaults(chunk),
    ...packageFaults(chunk),
    ...serverCodeFaults(chunk),
  ]);
  const entry = chunks.find((chunk) => chunk.isEntry);
  const size = entry ? Buffer.byteLength(entry.code) : 0;
  const limit = hasStart ? startBudget : entryBudget;
  if (!entry) {
    faults.push({ code: 'BUNDLE_ENTRY_MISSING', message: 'no entry was built', fix: 'Write client/index.tsx.' });
  } else if (size > limit) {
    faults.push({
      code: 'BUNDLE_ENTRY_SIZE',
      message: `${entry.fileName} is ${size} bytes, the limit is ${limit}`,
      fix: 'Move pages and panels behind lazyPart(() => import(…)); keep the entry a table of contents.',
    });
  }
  return faults;
}
