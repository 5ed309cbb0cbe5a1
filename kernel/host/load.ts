import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { withTimeout, type Plugin } from '@balcao/sdk/server';
import type { PluginBuilds } from './builds.ts';
import { checkLedgers } from './check.ts';
import { discover, type Discovery, type PluginRoot, type Source } from './discover.ts';
import { BootError, type Fault } from './faults.ts';
import { recordingHost } from './ledger.ts';
import { blockedBy, orderPlugins } from './order.ts';
import type { LoadedPlugin, Loading } from './loaded-plugin.ts';
import { offerModules } from './resolution.ts';

export interface LoadEnvironment {
  sandbox: boolean;
  /** Refuses plugins that run from source. Absent: they run. */
  production?: boolean;
  /** Time limit for importing one plugin's server part, in milliseconds. */
  importLimitMs?: number;
  /** Folder of the copies that built plugins run from. Absent: they run from their own folder. */
  builds?: PluginBuilds;
  /** Returns the module to import instead of a source file of the platform. Absent: the file itself. */
  moduleOf?(file: string): string;
  /** Called with all plugins before the first is imported. */
  discovered?(sources: readonly Source[]): void;
}

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * A module that never resolves must not block the start: it is abandoned after a time, and its late result is
 * ignored.
 */
const importServer = async ({ manifest, server }: Source, limitMs: number): Promise<Plugin> => {
  if (server === undefined) return { manifest, parts: { setup: () => undefined } };
  const importing = import(pathToFileURL(server).href) as Promise<{ default?: Plugin }>;
  // The timer keeps the process alive, because an import that waits for nothing would let it end.
  const module = await withTimeout(
    importing,
    limitMs,
    () => new Error(`its server part was not imported within ${limitMs / 1000} s`),
  );
  if (typeof module.default?.parts?.setup !== 'function')
    throw new Error('its server part does not export definePlugin(…) as default');
  return module.default;
};

interface Imported {
  loaded?: LoadedPlugin;
  fault?: Fault;
}

const importOne = async (source: Source, limitMs: number): Promise<Imported> => {
  const started = performance.now();
  const { id } = source.manifest;
  let plugin: Plugin;
  try {
    plugin = await importServer(source, limitMs);
  } catch (error) {
    return {
      fault: {
        code: 'IMPORT_FAILED',
        plugin: id,
        message: errorText(error),
        fix: `In the folder of ${id}, npm run check shows where; server/index.ts and what it imports must load without an error.`,
      },
    };
  }
  const { host, ledger, close } = recordingHost(source.manifest);
  try {
    const answer: unknown = plugin.parts.setup(host);
    if (answer instanceof Promise) {
      answer.catch(() => undefined);
      throw new Error('setup is asynchronous');
    }
  } catch (error) {
    return {
      fault: {
        code: 'SETUP_FAILED',
        plugin: id,
        message: errorText(error),
        fix: 'Setup only declares: no I/O, nothing awaited, nothing thrown.',
      },
    };
  } finally {
    close();
  }
  return {
    loaded: { source, plugin: { ...plugin, manifest: source.manifest }, ledger, loadMs: performance.now() - started },
  };
};

const patienceMs = 500;

/** Imports one after another, so that each one's time is its own and a slow one does not hold up the others. */
const importInTurn = async (sources: readonly Source[], limitMs: number): Promise<Imported[]> => {
  const imported: Promise<Imported>[] = [];
  for (const source of sources) {
    const importing = importOne(source, limitMs);
    imported.push(importing);
    const waited = new AbortController();
    const impatient = sleep(patienceMs, undefined, { signal: waited.signal }).catch(() => undefined);
    await Promise.race([importing, impatient]);
    waited.abort();
  }
  return Promise.all(imported);
};

/** Removes faulty plugins and those that require them, until the rest is valid together. */
const settle = (
  loaded: LoadedPlugin[],
  faults: Fault[],
  sources: readonly Source[],
  running: ReadonlySet<Source> = new Set(),
): LoadedPlugin[] => {
  let left = loaded;
  for (;;) {
    // The platform's own plugins claim their names first, then those that run already: a new plugin that uses one of
    // them is at fault, whatever its id.
    const rank = ({ source }: LoadedPlugin): number => (source.firstParty ? 0 : running.has(source) ? 1 : 2);
    const claiming = left.toSorted((one, other) => rank(one) - rank(other));
    const found = checkLedgers(
      claiming.map(({ source, ledger }) => ({ manifest: source.manifest, ledger })),
      sources.map(({ manifest }) => manifest),
    );
    faults.push(...found);
    const gone = new Set(faults.map(({ plugin }) => plugin));
    const before = left.length;
    left = left.filter(({ source: { manifest } }) => {
      if (gone.has(manifest.id)) return false;
      const broken = Object.keys(manifest.requires ?? {}).find((id) => gone.has(id));
      if (broken === undefined) return true;
      gone.add(manifest.id);
      faults.push(blockedBy(manifest.id, broken));
      return false;
    });
    if (left.length === before) return left;
  }
};

/**
 * Returns the plugins that are left when some turned out faulty later, as by a migration: those and all that require
 * them are removed.
 */
export const withoutFaulty = ({ loaded, faults, sources }: Loading, later: readonly Fault[]): Loading => {
  const all = [...faults, ...later];
  return { loaded: settle(loaded, all, sources), faults: all, sources };
};

/**
 * A fault of a core plugin is a fault of the platform. Other faults are reported too, because one of them may be the
 * cause.
 */
export const refuseCoreFaults = (
  sources: readonly Source[],
  faults: readonly Fault[],
  refusedCore: readonly string[] = [],
): void => {
  const core = new Set([
    ...refusedCore,
    ...sources.filter(({ manifest }) => manifest.core).map(({ manifest }) => manifest.id),
  ]);
  const fatal = faults.filter(({ plugin }) => core.has(plugin));
  if (fatal.length > 0) throw new BootError([...fatal, ...faults.filter((fault) => !fatal.includes(fault))]);
};

/**
 * Orders, imports and sets up the discovered plugins. Returns those that run and all faults. Plugins that run already
 * from the same source are reused.
 */
export const assemble = async (
  { sources, faults: found }: Pick<Discovery, 'sources' | 'faults'>,
  environment: LoadEnvironment,
  running: Iterable<LoadedPlugin> = [],
): Promise<Loading> => {
  const faults = [...found];
  const standing = new Map([...running].map((plugin) => [plugin.source, plugin]));
  const refused = sources.filter(({ manifest }) => manifest.environment === 'sandbox' && !environment.sandbox);
  for (const { manifest } of refused) {
    faults.push({
      code: 'ENVIRONMENT_REFUSED',
      plugin: manifest.id,
      message: 'it is a simulation and this is production',
      fix: 'Set SANDBOX=1 if you mean it.',
    });
  }
  const present = sources.filter((source) => !refused.includes(source));
  const { order, faults: orderFaults } = orderPlugins(present.map(({ manifest }) => manifest));
  faults.push(...orderFaults);
  const inOrder = order.flatMap((id) => present.find(({ manifest }) => manifest.id === id) ?? []);
  const coming = inOrder.filter((source) => !standing.has(source));
  const imported = await importInTurn(coming, environment.importLimitMs ?? 10_000);
  faults.push(...imported.flatMap(({ fault }) => (fault ? [fault] : [])));
  const arrived = new Map(imported.flatMap(({ loaded }) => (loaded ? [[loaded.source, loaded] as const] : [])));
  const loaded = settle(
    inOrder.flatMap((source) => standing.get(source) ?? arrived.get(source) ?? []),
    faults,
    sources,
    new Set(standing.keys()),
  );
  return { loaded, faults, sources: [...sources] };
};

/** Discovers, validates, orders, imports and sets up plugins. Returns those that run and all faults. */
export const loadPlugins = async (roots: readonly PluginRoot[], environment: LoadEnvironment): Promise<Loading> => {
  const { production = false, builds, moduleOf } = environment;
  if (moduleOf) offerModules(moduleOf);
  const discovery = await discover(roots, { production, builds, moduleOf });
  environment.discovered?.(discovery.sources);
  const loading = await assemble(discovery, environment);
  refuseCoreFaults(loading.sources, loading.faults, discovery.refusedCore);
  return loading;
};
