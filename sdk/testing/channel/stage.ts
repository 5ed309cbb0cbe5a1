import { startTestHost } from '../host.ts';
import { SideEffects } from '../suite/side-effects.ts';
import { readPlugin, withNeeds, type PluginFolder } from '../suite/plugin-folder.ts';
import type { ChannelConformanceOptions } from './driver.ts';
import type { ChannelCompany, ChannelEnvironment } from './channel-company.ts';

/** The plugins for conversations, on which every channel builds. */
const attendance = ['users', 'queues', 'contacts', 'connections', 'tickets'];

/** A server with the channel, and everything that was written and logged there. */
export interface Stage extends ChannelEnvironment {
  plugin: PluginFolder;
  log: readonly string[];
  looseEnds: SideEffects;
  close(): Promise<void>;
}

export const openStage = async (options: ChannelConformanceOptions & { databaseUrl: string }): Promise<Stage> => {
  const plugin = await readPlugin(options.root);
  const plugins = await withNeeds(options.root, [...attendance, ...(options.with ?? [])]);
  const log: string[] = [];
  const looseEnds = new SideEffects();
  looseEnds.begin();
  const host = await startTestHost({
    databaseUrl: options.databaseUrl,
    plugins: plugins.map(({ name }) => name),
    log: (line) => log.push(line),
    env: { TRUST_PROXY: '1', SANDBOX: '1', ...options.env },
  }).finally(() => looseEnds.end());
  const faults = host.kernel.registry.faults.filter((fault) => [plugin.manifest.id, plugin.dir].includes(fault.plugin));
  if (faults.length > 0) {
    await host.close();
    throw new Error(faults.map(({ code, message, fix }) => `${code}: ${message}. ${fix}`).join('\n'));
  }
  const shops: ChannelCompany[] = [];
  return {
    options,
    plugin,
    host,
    log,
    looseEnds,
    bodies: [],
    companies: shops,
    patienceMs: 10_000,
    async close() {
      for (const { driver } of shops) await driver.close?.();
      await host.close();
    },
  };
};
