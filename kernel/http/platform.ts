import { z } from 'zod';
import type { Restriction } from '@balcao/sdk/server';
import { callerRoute, openRoute, type KernelRoute } from '../auth/kernel-route.ts';
import type { Registry } from '../host/registry.ts';
import type { Switches } from '../host/switches.ts';
import { stateOf } from './installed.ts';
import { withStart, type ClientEntry } from '../clients.ts';
import { languageNamed } from './language.ts';

/** The content of a page for one person. */
export interface PageParts {
  plugins: readonly ClientEntry[];
}

/** Returns the browser entries of the plugins that are on for a company and open to the person. */
export const openEntries = (
  { switches, clients }: Pick<PlatformParts, 'switches' | 'clients'>,
  company: { id: number; restriction?: Restriction | null },
  user: { super: boolean },
): ClientEntry[] => {
  const { restriction } = company;
  const isOpen = (id: string): boolean => !restriction || user.super || restriction.plugins.includes(id);
  return withStart(clients().filter(({ id }) => switches.isOn(id, company.id) && isOpen(id)));
};

export interface PlatformParts {
  registry: Registry;
  switches: Switches;
  clients(): readonly ClientEntry[];
  translate(plugin: string, language: 'pt' | 'en' | 'es', key: string): string;
  info(): Promise<object>;
  /** Bytes that a company stores, and its quota. */
  storage(companyId: number): Promise<{ used: number; quota: number }>;
}

/** Routes that tell what runs and for whom, from which the browser composes the page. */
export const platformRoutes = ({
  registry,
  switches,
  clients,
  translate,
  info,
  storage,
}: PlatformParts): KernelRoute[] => [
  openRoute({
    method: 'GET',
    path: '/platform/info',
    summary: 'Shows what may be known of the installation without a session.',
    handle: async () => info(),
  }),
  openRoute({
    method: 'GET',
    path: '/platform/public-plugins',
    summary: 'Lists the browser code of pages that need no session.',
    handle: async () =>
      withStart(
        clients().filter(({ id }) => {
          const { toggle, routes } = registry.plugins.get(id)?.source.manifest ?? {};
          return toggle === undefined && (routes?.publicPages?.length ?? 0) > 0;
        }),
      ),
  }),
  callerRoute({
    method: 'GET',
    path: '/platform/plugins',
    summary: 'Lists the browser code of the plugins that are on.',
    access: 'signed-in',
    handle: async ({ company, user }) => openEntries({ switches, clients }, company, user),
  }),
  callerRoute({
    method: 'GET',
    path: '/platform/storage',
    summary: 'Shows the bytes that the company stores, and its quota.',
    access: 'settings:view',
    handle: ({ company }) => storage(company.id),
  }),
  callerRoute({
    method: 'GET',
    path: '/platform/modules',
    summary: 'Lists the modules of the company: on or off, their requirements, and the points they add to.',
    access: 'signed-in',
    // Plugins that do not run are listed too, because people would look for a module that is missing without a
    // reason.
    handle: async ({ company, language }) =>
      registry.sources.flatMap(({ manifest }) => {
        const { id, toggle, requires = {}, contributes = {} } = manifest;
        if (toggle === undefined) return [];
        const state = stateOf(registry, id);
        const runs = state === 'running';
        return [
          {
            plugin: id,
            title: translate(id, languageNamed(language), manifest.title),
            description: translate(id, languageNamed(language), manifest.description),
            toggle,
            state,
            on: switches.isOn(id, company.id),
            requires: Object.keys(requires),
            contributes: Object.keys(contributes),
            missing: runs ? switches.missing(id, company.id) : [],
            dependents: runs ? switches.dependents(id, company.id) : [],
          },
        ];
      }),
  }),
  callerRoute({
    method: 'GET',
    path: '/platform/faults',
    summary: 'Lists why plugins, or versions of them, do not run.',
    access: 'super',
    input: { query: z.object({ plugin: z.string().optional() }) },
    handle: async ({ query }) =>
      [...registry.faults, ...[...registry.refused.values()].flatMap(({ faults }) => faults)].filter(
        ({ plugin }) => query.plugin === undefined || plugin === query.plugin,
      ),
  }),
];
