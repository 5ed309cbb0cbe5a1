import type { Profile } from '@balcao/sdk/manifest';

export interface PluginFault {
  code: string;
  message: string;
  fix: string;
}

/** A place of a plugin that is not called for a while, because it kept failing. Times are ISO 8601. */
export interface OpenBreaker {
  where: string;
  what: string;
  since: string;
  until: string;
  /** For how many companies. */
  companies?: number;
}

export interface RecentError {
  /** ISO 8601. */
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
  /** Semver range of the SDK. */
  sdk?: string;
  core: boolean;
  firstParty: boolean;
  state: 'running' | 'failed' | 'blocked';
  faults: readonly PluginFault[];
  /** What is installed and could not run, while this version does. */
  refused: { version: string; faults: readonly PluginFault[] } | null;
  permissions: readonly { name: string; label: string; profiles: readonly Profile[] }[];
  settings: readonly { key: string; label: string; secret: boolean }[];
  hosts: readonly string[];
  publicRoutes: readonly { route: string; reason: string }[];
  requires: Readonly<Record<string, string>>;
  optional: Readonly<Record<string, string>>;
  /** The company setting that switches it; null: always on. */
  toggle: string | null;
  loadMs: number | null;
  /** Of all its browser code, uncompressed. */
  clientBytes: number | null;
  errors: { lastHour: number; byPlace: Readonly<Record<string, number>>; recent: readonly RecentError[] };
  breakers: readonly OpenBreaker[];
  companies: { on: number; total: number };
}

/** Worst first: the order in which people are shown them. `held` is the version before the installed one, `partial` runs without a part of it, `resting` has an open breaker. */
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

/** One whose manifest could not be read is known by its folder only. */
export const nameOf = ({ id, title }: Pick<InstalledPlugin, 'id' | 'title'>): string =>
  title === id && id.includes('/') ? (id.split('/').findLast(Boolean) ?? id) : title;

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const rank = (plugin: InstalledPlugin): number =>
  // Off everywhere is no trouble: such plugins stand among the others by their names.
  Math.min(conditions.indexOf(conditionOf(plugin)), conditions.indexOf('running'));

/** What is in trouble first, then by name. */
export const inOrder = (plugins: readonly InstalledPlugin[]): InstalledPlugin[] =>
  plugins.toSorted((one, other) => rank(one) - rank(other) || nameOf(one).localeCompare(nameOf(other)));

/** Finds by name, id, publisher, and what it asks for; neither case nor accents count, and every word must be there. */
export const matching = (plugins: readonly InstalledPlugin[], term: string): InstalledPlugin[] => {
  const words = plain(term).split(/\s+/).filter(Boolean);
  return plugins.filter((plugin) => {
    const { id, title, description, publisher, permissions, hosts, faults, refused } = plugin;
    const text = plain(
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

/** Those that say they cannot be without this one. */
export const requiredBy = (id: string, plugins: readonly InstalledPlugin[]): InstalledPlugin[] =>
  plugins.filter(({ requires }) => id in requires);
