import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startTestHost, type TestHost } from '../host.ts';
import {
  openSeededCompany,
  seenBy,
  seedCompany,
  type SeededCompany,
  type Seed,
  type CompanySeed,
} from './seeded-company.ts';
import { SideEffects } from './side-effects.ts';
import { readPlugin, withNeeds, type PluginFolder } from './plugin-folder.ts';
import { routesOf, type Route } from './routes.ts';
import { CallRecorder } from './call-recorder.ts';

export interface PluginSuiteOptions {
  /** Folder of the plugin, source or built, or the id of one of the platform's own. */
  root: string;
  /** Further plugins to run: folders or ids. Those that the manifest names are added automatically. */
  with?: readonly string[];
  /** Creates rows that cannot be derived from the schema. Absent: `test/seed.ts` of the plugin, if there is one. */
  seed?: Seed;
  /** A running PostgreSQL, as superuser. Absent: Vitest's `inject('databaseUrl')`. */
  databaseUrl?: string;
}

/** One server for a set of plugins, with a record of its calls to them and of its log. */
export interface SuiteHost {
  host: TestHost;
  watch: CallRecorder;
  looseEnds: SideEffects;
  log: readonly string[];
  plugins: readonly PluginFolder[];
  close(): Promise<void>;
}

export const openSuiteHost = async (databaseUrl: string, plugins: readonly PluginFolder[]): Promise<SuiteHost> => {
  const watch = new CallRecorder();
  const log: string[] = [];
  const looseEnds = new SideEffects();
  looseEnds.begin();
  try {
    await watch.over(plugins);
    const host = await startTestHost({
      databaseUrl,
      plugins: plugins.map(({ name }) => name),
      inPlace: true,
      log: (line) => log.push(line),
      // Trusts a proxy, so that every request can have an address of its own and no limit hides the actual response.
      env: { TRUST_PROXY: '1', SANDBOX: '1' },
    });
    return { host, watch, looseEnds, log, plugins, close: () => host.close() };
  } finally {
    watch.release();
    looseEnds.end();
  }
};

/** One tested plugin, and two companies that use it. */
export interface Subject extends SuiteHost {
  plugin: PluginFolder;
  id: string;
  /** Its own calls; empty if the kernel refused the plugin. */
  routes: readonly Route[];
  /** May serve all plugins of a host, so no check may change its rows: see `damaging`. */
  ours: SeededCompany;
  /** Serves this plugin only. */
  theirs: SeededCompany;
  databaseUrl: string;
  seed: Seed | undefined;
}

/** Returns the given seed, else the one beside the plugin's tests. */
export const seedOf = async (
  { dir }: PluginFolder,
  { seed }: Pick<PluginSuiteOptions, 'seed'>,
): Promise<Seed | undefined> => {
  if (seed) return seed;
  const file = ['seed.ts', 'seed.js'].map((name) => path.join(dir, 'test', name)).find(existsSync);
  return file === undefined ? undefined : ((await import(pathToFileURL(file).href)) as { default: Seed }).default;
};

const shared = new WeakMap<TestHost, Map<Seed | undefined, Promise<CompanySeed>>>();

/** Seeds one company per host and seed, for suites of many plugins: seeding is a great part of their work. */
export const sharedCompany = (host: TestHost, seed: Seed | undefined): Promise<CompanySeed> => {
  const bySeed = shared.get(host) ?? new Map<Seed | undefined, Promise<CompanySeed>>();
  shared.set(host, bySeed);
  const seeded = bySeed.get(seed) ?? seedCompany(host, seed);
  bySeed.set(seed, seeded);
  return seeded;
};

/** Exchanges the companies, for a check that changes the rows of `ours`. */
export const damaging = (subject: Subject): Subject => ({ ...subject, ours: subject.theirs, theirs: subject.ours });

export const subjectOn = async (
  suiteHost: SuiteHost,
  options: PluginSuiteOptions & { databaseUrl: string },
  seedWith: (host: TestHost, seed: Seed | undefined) => Promise<CompanySeed> = seedCompany,
): Promise<Subject> => {
  const plugin = await readPlugin(options.root);
  const { id } = plugin.manifest;
  const needed = await withNeeds(options.root, options.with);
  const seed = await seedOf(plugin, options);
  const { host } = suiteHost;
  const ours = await seenBy(await seedWith(host, seed), { host, plugin, needed });
  const theirs = await openSeededCompany({ host, plugin, needed, seed });
  const routes = routesOf(suiteHost.host).filter((route) => route.plugin === id);
  return { ...suiteHost, plugin, id, routes, ours, theirs, databaseUrl: options.databaseUrl, seed };
};
