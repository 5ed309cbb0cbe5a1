import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Import, ImportsByFile } from './read-imports.ts';
import { isTest, sourceFiles } from './source-files.ts';
import { zoneOfFile, zoneOfImport } from './zones.ts';
import type { Zone } from './zones.ts';

/** The packages that start a kernel, or check what a kernel would refuse. Plugins never do. */
const usesKernel = /^(scripts|sdk\/cli|sdk\/testing|embedded-postgres)\//;

/** Plugin ids that a plugin's manifest names under `requires` and `optional`. */
export type Neighbours = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns why `file` may not import `target`; undefined when it may. */
function fault(from: Zone, target: Zone, { specifier, typeOnly }: Import, neighbours: Neighbours): string | undefined {
  const test = isTest(from.path);

  if (target.part === 'plugin' && from.part !== 'plugin' && from.part !== 'scripts') {
    return 'only plugins may import a plugin, and only its contract';
  }
  if (target.part === 'plugin' && from.part === 'plugin' && target.plugin !== from.plugin) {
    if (target.path !== `plugins/${target.plugin}/contract.ts`)
      return 'only the contract of another plugin may be imported';
    if (!neighbours.get(from.plugin ?? '')?.has(target.plugin ?? '')) {
      return `the manifest does not name ${target.plugin} under requires or optional`;
    }
  }
  if (target.part === 'kernel' && from.part !== 'kernel') {
    const isPackage = specifier.startsWith('@balcao/kernel');
    if (!usesKernel.test(from.path) || !isPackage) return 'nothing outside the kernel imports its internals';
  }
  if (target.part === 'embedded-postgres' && from.part !== 'embedded-postgres') {
    if (from.part === 'kernel') return 'the kernel is given a database, and starts none';
    if (!usesKernel.test(from.path)) return 'only the commands start the embedded database';
  }
  if (target.part === 'web-host' && from.part !== 'web-host' && from.part !== 'scripts') {
    const builds =
      target.path.startsWith('web-host/build/') && (from.part === 'kernel' || from.path.startsWith('sdk/testing/'));
    if (!builds) return 'nothing but the kernel, and of it only the build, imports the web host';
  }
  if (target.part === 'scripts' && from.part !== 'scripts' && !(test && target.path.startsWith('scripts/test/'))) {
    return 'the repository commands are imported by nobody';
  }
  if (from.part === 'plugin' && target.part === 'sdk' && target.path.startsWith('sdk/testing/') && !test) {
    return 'the test host is for tests';
  }

  if (test) return undefined;
  if (from.end === 'browser' && target.end === 'server') return 'browser code imports server code';
  if (from.end === 'server' && target.end === 'browser') return 'server code imports browser code';
  if (from.end === 'both' && !typeOnly && (target.end === 'server' || target.end === 'browser')) {
    return 'what both ends load imports code of one end (import type is fine)';
  }
  return undefined;
}

/** Returns all broken import rules, one line each. */
export function importFaults(imports: ImportsByFile, neighbours: Neighbours): string[] {
  return [...imports].flatMap(([file, all]) => {
    const from = zoneOfFile(file);
    return all.flatMap((imported) => {
      const reason = fault(from, zoneOfImport(file, imported.specifier), imported, neighbours);
      return reason ? [`${file} imports ${imported.specifier}: ${reason}`] : [];
    });
  });
}

/** Reads the manifests themselves, so that the rule and the loading order can never differ. */
export async function neighboursOf(root: string): Promise<Neighbours> {
  const manifests = sourceFiles(root, ['plugins'], ['manifest.ts']).filter((file) => file.split('/').length === 3);
  const entries = await Promise.all(
    manifests.map(async (file) => {
      const module: unknown = await import(pathToFileURL(path.join(root, file)).href);
      return [file.split('/')[1] ?? '', namedIn(module)] as const;
    }),
  );
  return new Map(entries);
}

function namedIn(module: unknown): Set<string> {
  const manifest = field(module, 'default');
  return new Set(['requires', 'optional'].flatMap((name) => Object.keys(Object(field(manifest, name)))));
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;

export function rootOf(directory: string): string {
  return existsSync(path.join(directory, 'package-lock.json')) ? directory : rootOf(path.dirname(directory));
}
