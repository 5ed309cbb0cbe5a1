import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startTestHost, type TestHost } from '../host.ts';
import { openSeededCompany, type SeededCompany, type Seed } from './seeded-company.ts';
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
  ours: SeededCompany;
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

export const subjectOn = async (
  suiteHost: SuiteHost,
  options: PluginSuiteOptions & { databaseUrl: string },
): Promise<Subject> => {
  const plugin = await readPlugin(options.root);
  const { id } = plugin.manifest;
  const needed = await withNeeds(options.root, options.with);
  const seed = await seedOf(plugin, options);
  const open = (): Promise<SeededCompany> => openSeededCompany({ host: suiteHost.host, plugin, needed, seed });
  const [ours, theirs] = [await open(), await open()];
  const routes = routesOf(suiteHost.host).filter((route) => route.plugin === id);
  return { ...suiteHost, plugin, id, routes, ours, theirs, databaseUrl: options.databaseUrl, seed };
};
