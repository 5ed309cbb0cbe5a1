import semver from 'semver';
import { sdkVersion } from '@balcao/sdk/version';
import type { PluginManifest } from '@balcao/sdk/manifest';
import type { Fault } from './faults.ts';

const dependencies = (manifest: PluginManifest | undefined): string[] => [
  ...Object.keys(manifest?.requires ?? {}),
  ...Object.keys(manifest?.optional ?? {}),
];

const cycleThrough = (start: string, byId: ReadonlyMap<string, PluginManifest>): string[] | undefined => {
  const walk = (id: string, path: string[]): string[] | undefined => {
    for (const next of dependencies(byId.get(id)).filter((dependency) => byId.has(dependency))) {
      if (next === start) return [...path, next];
      if (!path.includes(next)) {
        const found = walk(next, [...path, next]);
        if (found) return found;
      }
    }
    return undefined;
  };
  return walk(start, [start]);
};

const ownFaults = (manifest: PluginManifest, byId: ReadonlyMap<string, PluginManifest>): Fault[] => {
  const plugin = manifest.id;
  const faults: Fault[] = [];
  if (!semver.satisfies(sdkVersion, manifest.sdk)) {
    faults.push({
      code: 'SDK_INCOMPATIBLE',
      plugin,
      message: `it is written for SDK ${manifest.sdk}, this is ${sdkVersion}`,
      fix: `Install a version of ${plugin} for SDK ${sdkVersion}, or upgrade the platform.`,
    });
  }
  for (const [id, range] of Object.entries({ ...manifest.optional, ...manifest.requires })) {
    const other = byId.get(id);
    const required = manifest.requires?.[id] !== undefined;
    if (!other && required) {
      faults.push({
        code: 'DEPENDENCY_MISSING',
        plugin,
        message: `it requires ${id}, which is not installed`,
        fix: `Install ${id} ${range}.`,
      });
    } else if (other && !semver.satisfies(other.version, range)) {
      faults.push({
        code: 'DEPENDENCY_VERSION',
        plugin,
        message: `it needs ${id} ${range}, installed is ${other.version}`,
        fix: `Install ${id} ${range}, or a version of ${plugin} that takes ${other.version}.`,
      });
    }
  }
  const cycle = cycleThrough(plugin, byId);
  if (cycle) {
    faults.push({
      code: 'DEPENDENCY_CYCLE',
      plugin,
      message: `plugins wait for each other: ${cycle.join(' → ')}`,
      fix: 'Take one of these out of requires and optional, or move what both need into a third plugin.',
    });
  }
  return faults;
};

/**
 * Determines the load order: plugins named under requires or optional come first, ties are ordered by id. Faulty
 * plugins are left out.
 */
export const orderPlugins = (manifests: readonly PluginManifest[]): { order: string[]; faults: Fault[] } => {
  const byId = new Map(manifests.map((manifest) => [manifest.id, manifest]));
  const faults = [...byId.values()].flatMap((manifest) => ownFaults(manifest, byId));
  const failed = new Set(faults.map(({ plugin }) => plugin));
  for (let changed = true; changed;) {
    changed = false;
    for (const { id, requires } of byId.values()) {
      const broken = Object.keys(requires ?? {}).find((dependency) => failed.has(dependency));
      if (failed.has(id) || broken === undefined) continue;
      failed.add(id);
      faults.push(blockedBy(id, broken));
      changed = true;
    }
  }
  const order: string[] = [];
  const waiting = [...byId.keys()].filter((id) => !failed.has(id)).toSorted();
  while (waiting.length > 0) {
    const at = waiting.findIndex((id) =>
      dependencies(byId.get(id)).every((dependency) => !waiting.includes(dependency)),
    );
    order.push(...waiting.splice(at, 1));
  }
  return { order, faults };
};

export const blockedBy = (plugin: string, other: string): Fault => ({
  code: 'DEPENDENCY_FAILED',
  plugin,
  message: `it requires ${other}, which failed`,
  fix: `Mend ${other} first.`,
});
