import { signUp } from '@balcao/sdk/server';
import type { Identity } from './auth/identity.ts';
import type { KernelRoute } from './auth/kernel-route.ts';
import { bytesOfClient, type Clients } from './clients.ts';
import type { Config } from './config/index.ts';
import type { DeadLetters } from './events/index.ts';
import { BrowserFailure } from './host/failures.ts';
import type { Guard, PluginHealth } from './host/guard.ts';
import { healthOfNodes } from './host/health.ts';
import type { Registry } from './host/registry.ts';
import type { Switches } from './host/switches.ts';
import type { createTranslate } from './host/translate.ts';
import { failureRoutes } from './http/failure-routes.ts';
import { installedRoutes } from './http/installed.ts';
import { openEntries, platformRoutes } from './http/platform.ts';
import type { JobRunner } from './jobs/index.ts';
import type { KernelOptions } from './options.ts';
import type { Sockets } from './sockets/index.ts';

interface RouteParts {
  config: Config;
  demo: KernelOptions['demo'];
  registry: Registry;
  switches: Switches;
  guard: Guard;
  identity: Identity;
  clients: Clients;
  jobs: JobRunner;
  sockets: Pick<Sockets, 'ask'>;
  letters: DeadLetters;
  translate: ReturnType<typeof createTranslate>;
  /** Returns how many intervals a plugin left running. */
  intervals(plugin: string): number;
}

/** Returns the routes of the kernel: accounts and settings, failed deliveries, installed plugins, the page's parts. */
export const kernelRoutes = ({
  config,
  demo,
  registry,
  switches,
  guard,
  identity,
  clients,
  jobs,
  sockets,
  letters,
  translate,
  intervals,
}: RouteParts): KernelRoute[] => [
  ...identity.routes((user) => {
    const company = identity.tenants.company(user.companyId);
    return { plugins: company ? openEntries({ switches, clients: () => clients.entries }, company, user) : [] };
  }),
  ...failureRoutes(letters, jobs),
  ...installedRoutes({
    registry,
    switches,
    translate,
    clientBytes: (plugin) => bytesOfClient(clients.of(plugin)),
    intervals,
    health: async () => {
      const others = (await sockets.ask('plugin-health')) as Record<string, PluginHealth>[];
      return healthOfNodes([guard.health(), ...others]);
    },
    companies: identity.tenants,
    switchFor: (companyId, toggle, on) => identity.settings.set(companyId, toggle, on ? 'enabled' : 'disabled', 'on'),
    failedInBrowser: (plugin, what, message) =>
      guard.failed({ plugin, where: 'browser', what, error: new BrowserFailure(message) }),
  }),
  ...platformRoutes({
    registry,
    switches,
    clients: () => clients.entries,
    translate,
    storage: async (companyId) => {
      const files = identity.media.forCompany(companyId);
      return { used: await files.used(), quota: files.quota() };
    },
    info: async () => ({
      demo: demo !== undefined,
      demoLogin: demo && { ...demo, start: await demo.start?.() },
      signup: config.signUp !== 'closed' && registry.contributions(signUp.id).length > 0,
    }),
  }),
];
