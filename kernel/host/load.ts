import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Plugin } from '@balcao/sdk/server';
import type { PluginBuilds } from './builds.ts';
import { checkLedgers } from './check.ts';
import { discover, type Discovery, type PluginRoot, type Source } from './discover.ts';
import { BootError, type Fault } from './faults.ts';
import { recordingHost, type Ledger } from './ledger.ts';
import { blockedBy, orderPlugins } from './order.ts';
import type { RefusedBuild } from './registry.ts';

export interface LoadedPlugin {
  source: Source;
  plugin: Plugin;
  ledger: Ledger;
  /** Milliseconds that import and setup took. */
  loadMs: number;
}

export interface Loading {
  loaded: LoadedPlugin[];
  faults: Fault[];
  sources: Source[];
  /** Versions that could not run, by plugin, while another one does. */
  refused?: ReadonlyMap<string, RefusedBuild>;
}

export interface LoadEnvironment {
  sandbox: boolean;
  /** Refuses what was not built. Absent: it runs. */
  production?: boolean;
  /** How long one plugin's server part may take to be imported. */
  importLimitMs?: number;
  /** Where copies of what was built are kept, and run from. Absent: it runs where it lies. */
  builds?: PluginBuilds;
  /** Told of every plugin before the first is imported. */
  discovered?(sources: readonly Source[]): void;
}

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A module that never resolves must not hold the boot: it is given up after a time, and its late answer ignored. */
const importServer = async ({ manifest, server }: Source, limitMs: number): Promise<Plugin> => {
  if (server === undefined) return { manifest, parts: { setup: () => undefined } };
  const limit = new AbortController();
  // It keeps the process alive: an import that waits for nothing would let it end.
  const late = sleep(limitMs, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`its server part was not imported within ${limitMs / 1000} s`);
  });
  try {
    const module = (await Promise.race([import(pathToFileURL(server).href), late])) as { default?: Plugin };
    if (typeof module.default?.parts?.setup !== 'function')
      throw new Error('its server part does not export definePlugin(…) as default');
    return module.default;
  } finally {
    limit.abort();
    late.catch(() => undefined);
  }
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

/** One after another, so that each one's time is its own; one that is slow no longer holds up the others. */
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

/** Takes out what is at fault and what requires it, until what is left is sound together. */
const settle = (
  loaded: LoadedPlugin[],
  faults: Fault[],
  sources: readonly Source[],
  running: ReadonlySet<Source> = new Set(),
): LoadedPlugin[] => {
  let left = loaded;
  for (;;) {
    // The platform's own claim their names first, then what runs already: who comes and wants one of them is at fault,
    // whatever it is called.
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

/** What is left when plugins turned out faulty later, as by a migration: they and what requires them go. */
export const withoutFaulty = ({ loaded, faults, sources }: Loading, later: readonly Fault[]): Loading => {
  const all = [...faults, ...later];
  return { loaded: settle(loaded, all, sources), faults: all, sources };
};

/** A fault of a core plugin is a fault of the platform. The others' are told too: one of them may be its cause. */
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
 * Orders, imports and sets up what was discovered; answers what runs and every fault. What runs already from the same
 * source is taken as it is.
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

/** Discovers, validates, orders, imports and sets up; answers what runs and every fault. */
export const loadPlugins = async (roots: readonly PluginRoot[], environment: LoadEnvironment): Promise<Loading> => {
  const { production = false, builds } = environment;
  const discovery = await discover(roots, { production, builds });
  environment.discovered?.(discovery.sources);
  const loading = await assemble(discovery, environment);
  refuseCoreFaults(loading.sources, loading.faults, discovery.refusedCore);
  return loading;
};
