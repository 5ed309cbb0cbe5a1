import type { Profile } from '@balcao/sdk/manifest';
import { foldText } from '@balcao/sdk/client';

export interface PluginFault {
  code: string;
  message: string;
  fix: string;
}

/** A call site whose circuit breaker is open after repeated failures. Times are ISO 8601. */
export interface OpenBreaker {
  where: string;
  what: string;
  since: string;
  until: string;
  /** Number of companies affected. */
  companies?: number;
}

export interface RecentError {
  /** Time in ISO 8601. */
  at: string;
  where: string;
  what: string;
  code: string;
  message: string;
}

/** One entry of GET /platform/installed. Title, description and labels are in the reader's language. */
export interface InstalledPlugin {
  id: string;
  title: string;
  description: string;
  version: string;
  publisher: string;
  license: string;
  /** Semver range of supported SDK versions. */
  sdk?: string;
  core: boolean;
  firstParty: boolean;
  state: 'running' | 'failed' | 'blocked';
  faults: readonly PluginFault[];
  /** The installed version that could not run, while this version runs. */
  refused: { version: string; faults: readonly PluginFault[] } | null;
  permissions: readonly { name: string; label: string; profiles: readonly Profile[] }[];
  settings: readonly { key: string; label: string; secret: boolean }[];
  hosts: readonly string[];
  publicRoutes: readonly { route: string; reason: string }[];
  requires: Readonly<Record<string, string>>;
  optional: Readonly<Record<string, string>>;
  /** Name of the company setting that switches it; null: always on. */
  toggle: string | null;
  /** The plugin whose toggle switches this one too; null: none. */
  onWith: string | null;
  loadMs: number | null;
  /** Size of all its browser code in bytes, uncompressed. */
  clientBytes: number | null;
  errors: { lastHour: number; byPlace: Readonly<Record<string, number>>; recent: readonly RecentError[] };
  breakers: readonly OpenBreaker[];
  companies: { on: number; total: number };
}

/**
 * Worst first, the order in which they are listed. `held`: the former version runs instead of the installed one;
 * `partial`: a part of it does not run; `resting`: a circuit breaker is open.
 */
export const conditions = ['failed', 'blocked', 'held', 'partial', 'resting', 'running', 'off'] as const;
export type Condition = (typeof conditions)[number];

export const conditionOf = ({ state, faults, refused, breakers, toggle, companies }: InstalledPlugin): Condition => {
  if (state !== 'running') return state;
  if (refused) return 'held';
  if (faults.length > 0) return 'partial';
  if (breakers.length > 0) return 'resting';
  return toggle !== null && companies.on === 0 && companies.total > 0 ? 'off' : 'running';
};

const needsCare: ReadonlySet<Condition> = new Set<Condition>(['failed', 'blocked', 'held', 'partial', 'resting']);
export const needsAttention = (plugin: InstalledPlugin): boolean => needsCare.has(conditionOf(plugin));

/** A plugin whose manifest could not be read has the name of its folder. */
export const nameOf = ({ id, title }: Pick<InstalledPlugin, 'id' | 'title'>): string =>
  title === id && id.includes('/') ? (id.split('/').findLast(Boolean) ?? id) : title;

const rank = (plugin: InstalledPlugin): number =>
  // Off everywhere is no trouble: such plugins are sorted among the others by name.
  Math.min(conditions.indexOf(conditionOf(plugin)), conditions.indexOf('running'));

/** Sorts plugins in trouble first, then by name. */
export const inOrder = (plugins: readonly InstalledPlugin[]): InstalledPlugin[] =>
  plugins.toSorted((one, other) => rank(one) - rank(other) || nameOf(one).localeCompare(nameOf(other)));

/** Filters by name, id, publisher and requested access, ignoring case and accents; every word must match. */
export const matching = (plugins: readonly InstalledPlugin[], term: string): InstalledPlugin[] => {
  const words = foldText(term).split(/\s+/).filter(Boolean);
  return plugins.filter((plugin) => {
    const { id, title, description, publisher, permissions, hosts, faults, refused } = plugin;
    const text = foldText(
      [
        id,
        title,
        description,
        publisher,
        ...permissions.flatMap(({ name, label }) => [name, label]),
        ...hosts,
        ...[...faults, ...(refused?.faults ?? [])].map(({ code }) => code),
      ].join('\n'),
    );
    return words.every((word) => text.includes(word));
  });
};

/** Returns the plugins that require this one. */
export const requiredBy = (id: string, plugins: readonly InstalledPlugin[]): InstalledPlugin[] =>
  plugins.filter(({ requires }) => id in requires);
