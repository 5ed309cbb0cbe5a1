import { z } from 'zod';
import { AppError, conflict, notFound } from '@balcao/sdk/server';
import type { Language, PluginManifest, Tenant } from '@balcao/sdk/server';
import { callerRoute, type KernelRoute } from '../auth/kernel-route.ts';
import type { Fault } from '../host/faults.ts';
import type { PluginHealth } from '../host/guard.ts';
import type { Registry } from '../host/registry.ts';
import type { Switches } from '../host/switches.ts';
import { languageNamed } from './language.ts';

export type PluginState = 'running' | 'failed' | 'blocked';

/** A plugin as super users see it. Titles, descriptions and labels are in the caller's language. */
export interface InstalledPlugin {
  id: string;
  title: string;
  description: string;
  version: string;
  publisher: string;
  license: string;
  /** Semver range of the SDK it was written against; empty when its manifest cannot be read. */
  sdk: string;
  core: boolean;
  firstParty: boolean;
  state: PluginState;
  faults: { code: string; message: string; fix: string }[];
  /** Installed version that could not run, while this version does. */
  refused: { version: string; faults: { code: string; message: string; fix: string }[] } | null;
  permissions: { name: string; label: string; profiles: readonly string[] }[];
  settings: { key: string; label: string; secret: boolean }[];
  /** External hosts it calls, and sites that its pages embed. */
  hosts: readonly string[];
  publicRoutes: { route: string; reason: string }[];
  requires: Readonly<Record<string, string>>;
  optional: Readonly<Record<string, string>>;
  toggle: string | null;
  /** The plugin whose toggle switches this one too. */
  onWith: string | null;
  loadMs: number | null;
  /** Size of all its browser code in bytes, uncompressed. */
  clientBytes: number | null;
  /** Timers that it keeps running on the node that answers. */
  intervals: number;
  errors: Pick<PluginHealth, 'lastHour' | 'byPlace' | 'recent'>;
  breakers: { where: string; what: string; since: string; until: string; companies: number }[];
  companies: { on: number; total: number };
}

interface InstalledParts {
  registry: Registry;
  switches: Switches;
  translate(plugin: string, language: Language, key: string): string;
  clientBytes(plugin: string): number | null;
  intervals(plugin: string): number;
  /** Health of the plugins on all nodes together. */
  health(plugins: readonly string[]): Promise<ReadonlyMap<string, PluginHealth>>;
  companies: {
    ids(): number[];
    require(id: number): Promise<Tenant>;
    list(options: { search?: string; page?: number }): Promise<{ tenants: Tenant[]; hasMore: boolean }>;
    count(search?: string): Promise<number>;
  };
  switchFor(companyId: number, toggle: string, on: boolean): Promise<unknown>;
  /** Called when a browser reported that a plugin's part failed there. */
  failedInBrowser(plugin: string, what: string, message: string): void;
}

/** Codes of faults whose cause is another plugin. */
const blocking: ReadonlySet<string> = new Set(['DEPENDENCY_MISSING', 'DEPENDENCY_VERSION', 'DEPENDENCY_FAILED']);

export const stateOf = (registry: Registry, plugin: string): PluginState => {
  if (registry.plugins.has(plugin)) return 'running';
  const faults = registry.faults.filter((fault) => fault.plugin === plugin);
  return faults.length > 0 && faults.every(({ code }) => blocking.has(code)) ? 'blocked' : 'failed';
};

/** Ids of all installed plugins, running or not; of one without a valid manifest, the id in its faults. */
export const installedIds = ({ sources, faults }: Registry): string[] => [
  ...new Set([...sources.map(({ manifest }) => manifest.id), ...faults.map(({ plugin }) => plugin)]),
];

const unread = (id: string): PluginManifest => ({
  id,
  version: '',
  title: id,
  description: '',
  publisher: '',
  license: '',
  sdk: '',
});

const publicFault = ({ code, message, fix }: Fault) => ({ code, message, fix });
const refusedOf = ({ refused }: Registry, id: string): InstalledPlugin['refused'] => {
  const held = refused.get(id);
  return held ? { version: held.version, faults: held.faults.map(publicFault) } : null;
};
const iso = (time: number): string => new Date(time).toISOString();
const notHealthy: PluginHealth = { lastHour: 0, byPlace: {}, recent: [], breakers: [] };

/** Counts the companies that have each plugin on, yielding in between because there may be many of both. */
const countOn = async (plugins: readonly string[], { switches, companies }: InstalledParts) => {
  const counts = new Map<string, number>();
  const ids = companies.ids();
  for (const [index, companyId] of ids.entries()) {
    for (const plugin of plugins)
      if (switches.isOn(plugin, companyId)) counts.set(plugin, (counts.get(plugin) ?? 0) + 1);
    if (index % 200 === 199) await new Promise((resolve) => setImmediate(resolve));
  }
  return { counts, total: ids.length };
};

const describe = (parts: InstalledParts, id: string, language: Language) => {
  const { registry } = parts;
  const source = registry.sources.find(({ manifest }) => manifest.id === id);
  const manifest = source?.manifest ?? unread(id);
  const text = (key: string): string => (source ? parts.translate(id, language, key) : key);
  return {
    id,
    title: text(manifest.title),
    description: text(manifest.description),
    version: manifest.version,
    publisher: manifest.publisher,
    license: manifest.license,
    sdk: manifest.sdk,
    core: manifest.core ?? false,
    firstParty: source?.firstParty ?? false,
    state: stateOf(registry, id),
    faults: registry.faults.filter(({ plugin }) => plugin === id).map(publicFault),
    refused: refusedOf(registry, id),
    permissions: Object.entries(manifest.permissions ?? {}).map(([name, { label, profiles }]) => ({
      name,
      label: text(label),
      profiles,
    })),
    settings: Object.entries(manifest.settings ?? {}).map(([key, { label, secret = false }]) => ({
      key,
      label: text(label),
      secret,
    })),
    hosts: [...(manifest.hosts ?? []), ...(manifest.frames ?? [])],
    publicRoutes: Object.entries(manifest.publicRoutes ?? {}).map(([route, reason]) => ({ route, reason })),
    requires: manifest.requires ?? {},
    optional: manifest.optional ?? {},
    toggle: manifest.toggle ?? null,
    onWith: manifest.onWith ?? null,
    loadMs: registry.plugins.get(id)?.loadMs ?? null,
    clientBytes: parts.clientBytes(id),
    intervals: parts.intervals(id),
  };
};

const list = async (parts: InstalledParts, language: Language): Promise<InstalledPlugin[]> => {
  const ids = installedIds(parts.registry);
  const [health, { counts, total }] = await Promise.all([parts.health(ids), countOn(ids, parts)]);
  return ids.map((id) => {
    const { breakers, ...errors } = health.get(id) ?? notHealthy;
    return {
      ...describe(parts, id, language),
      errors,
      breakers: breakers.map(({ where, what, since, until, companies }) => ({
        where,
        what,
        since: iso(since),
        until: iso(until),
        companies,
      })),
      companies: { on: counts.get(id) ?? 0, total },
    };
  });
};

const plugin = z.object({ id: z.string().min(1).max(300) });
/** Stage at which a plugin failed in a browser: fetching its code, its setup, drawing, or too late. */
const browserPlace = z.enum(['import', 'setup', 'render', 'late']);
/** Texts from browsers are not trusted: they are only shown to super users, and shortened. */
const browserWords = z
  .string()
  .max(200)
  .regex(/^[\w./:-]*$/)
  .optional();
const companyId = z.coerce.number().int().positive().max(2_147_483_647);
const page = z.object({
  search: z.string().max(200).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
});

/** Routes of the plugins page, for super users. */
export const installedRoutes = (parts: InstalledParts): KernelRoute[] => {
  const { registry, switches, companies } = parts;
  const known = (id: string): void => {
    if (!installedIds(registry).includes(id)) throw notFound('ERR_NOT_FOUND');
  };
  return [
    callerRoute({
      method: 'POST',
      path: '/platform/browser-failures',
      summary: 'Reports that a part of a plugin failed in the browser.',
      access: 'signed-in',
      rate: 30,
      input: {
        body: z.object({
          plugin: z.string().max(100),
          what: browserPlace,
          message: z.string().max(2_000),
          part: browserWords.describe('Part that was drawn: the point and the item in it.'),
          file: browserWords.describe('Where in the built code: `RowBadge-x1.js:1:204`.'),
        }),
      },
      handle: async ({ body, company }) => {
        // Reports are counted only where they can be true, because plugins that are not on cannot be checked.
        if (switches.isOn(body.plugin, company.id) && registry.plugins.has(body.plugin)) {
          const { plugin: id, what, part, file, message } = body;
          parts.failedInBrowser(id, [what, part, file && `(${file})`].filter(Boolean).join(' '), message);
        }
        return {};
      },
    }),
    callerRoute({
      method: 'GET',
      path: '/platform/installed',
      summary: 'Lists installed plugins with their state and health.',
      access: 'super',
      handle: async ({ language }) => ({ plugins: await list(parts, languageNamed(language)) }),
    }),
    callerRoute({
      method: 'GET',
      path: '/platform/installed/:id/companies',
      summary: 'Lists companies and whether a plugin is on in each.',
      access: 'super',
      input: { params: plugin, query: page },
      handle: async ({ params, query }) => {
        known(params.id);
        const [{ tenants, hasMore }, count] = await Promise.all([companies.list(query), companies.count(query.search)]);
        const shown = tenants.map(({ id, name }) => ({ id, name, on: switches.isOn(params.id, id) }));
        return { companies: shown, count, hasMore };
      },
    }),
    callerRoute({
      method: 'PUT',
      path: '/platform/installed/:id/companies/:companyId',
      summary: 'Switches a plugin on or off in a company.',
      access: 'super',
      input: { params: plugin.extend({ companyId }), body: z.object({ on: z.boolean() }) },
      handle: async ({ params, body }) => {
        known(params.id);
        const { id, name } = await companies.require(params.companyId);
        const manifest = registry.plugins.get(params.id)?.source.manifest;
        if (!manifest) throw conflict('ERR_PLUGIN_NOT_RUNNING');
        if (manifest.toggle === undefined) throw new AppError(400, 'ERR_PLUGIN_ALWAYS_ON');
        await parts.switchFor(id, manifest.toggle, body.on);
        return { id, name, on: switches.isOn(params.id, id) };
      },
    }),
  ];
};
