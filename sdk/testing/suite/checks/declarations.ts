import type { Check } from './check.ts';
import { isPublic, nameOf } from '../routes.ts';

export const declarations: Check = {
  title: 'is loaded by the platform without faults, and lists in its manifest what it uses',
  async run({ host, id, plugin, routes }) {
    const { registry } = host.kernel;
    const faults = registry.faults
      .filter((fault) => fault.plugin === id || fault.plugin === plugin.dir)
      .map(({ code, message, fix }) => `${code}: ${message}. ${fix}`);
    const loaded = registry.plugins.get(id);
    if (!loaded) return faults.length > 0 ? faults : [`${id} is not among the plugins that run`];
    const declared = Object.keys(loaded.source.manifest.publicRoutes ?? {});
    const open = routes.filter(isPublic).map(nameOf);
    const stale = declared
      .filter((name) => !open.includes(name))
      .map((name) => `publicRoutes names ${name}, which is no public route`);
    // Names of rooms and jobs are global: each starts with its plugin's id.
    const own = new RegExp(`^(${id}|${id.replace('channel-', '')})[.:]`);
    const strange = [...loaded.ledger.rooms, ...loaded.ledger.jobs]
      .filter(({ id: name }) => !own.test(name))
      .map(({ id: name }) => `the room or job "${name}" does not start with "${id}."`);
    return [...faults, ...stale, ...strange];
  },
};
