import type { OpenCircuit } from './circuit-breakers.ts';
import { maxRecent } from './failures.ts';
import type { PluginHealth } from './guard.ts';

const samePlace = (one: OpenCircuit, other: OpenCircuit): boolean =>
  one.where === other.where && one.what === other.what;

const together = (one: readonly OpenCircuit[], other: readonly OpenCircuit[]): OpenCircuit[] => {
  const found = one.map((breaker) => ({ ...breaker }));
  for (const breaker of other) {
    const known = found.find((each) => samePlace(each, breaker));
    if (!known) {
      found.push({ ...breaker });
      continue;
    }
    known.since = Math.min(known.since, breaker.since);
    known.until = Math.max(known.until, breaker.until);
    known.companies = Math.max(known.companies, breaker.companies);
  }
  return found;
};

const joined = (one: PluginHealth | undefined, other: PluginHealth): PluginHealth => {
  if (!one) return other;
  const byPlace = { ...one.byPlace };
  for (const [where, count] of Object.entries(other.byPlace)) byPlace[where] = (byPlace[where] ?? 0) + count;
  return {
    lastHour: one.lastHour + other.lastHour,
    byPlace,
    recent: [...one.recent, ...other.recent].toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, maxRecent),
    breakers: together(one.breakers, other.breakers),
  };
};

/** Merges the health that each node reports of its plugins. */
export const healthOfNodes = (nodes: readonly Readonly<Record<string, PluginHealth>>[]): Map<string, PluginHealth> => {
  const all = new Map<string, PluginHealth>();
  for (const node of nodes)
    for (const [plugin, health] of Object.entries(node)) all.set(plugin, joined(all.get(plugin), health));
  return all;
};
