import type Koa from 'koa';
import type { Middleware } from 'koa';
import { tenants, type Log } from '@balcao/sdk/server';
import type { Identity } from '../auth/identity.ts';
import type { KernelRoute } from '../auth/kernel-route.ts';
import type { Registry } from '../host/registry.ts';
import type { Scopes } from '../host/scopes.ts';
import type { Switches } from '../host/switches.ts';
import type { KernelMetrics } from '../metrics.ts';
import { checkUpload } from '../storage/check-upload.ts';
import { createApp } from './app.ts';
import { kernelRoute } from './kernel-routes.ts';
import type { TokenBook } from '../tokens/tokens.ts';
import { RateLimit } from './rate.ts';

interface ServeParts {
  registry: Registry;
  switches: Switches;
  scopes: Scopes;
  identity: Identity;
  metrics: KernelMetrics;
  tokens: TokenBook;
  kernelRoutes: readonly KernelRoute[];
  /** Everything outside the API, in order: health, media, pages. */
  outside: readonly Middleware[];
  trustProxy: boolean;
  secure: boolean;
  log: Log;
}

/** Creates the application from the kernel's parts. */
export const serve = ({ registry, switches, scopes, identity, metrics, ...parts }: ServeParts): Koa => {
  const rates = new RateLimit();
  const authenticate = (authorization: string | undefined) => identity.logins.authenticateHeader(authorization);
  const { records } = identity;
  const shared = { rates, records, checkUpload, authenticate, can: scopes.can.bind(scopes) };
  return createApp({
    pipeline: {
      registry,
      switches,
      scopes,
      rates,
      tokens: parts.tokens,
      records,
      checkUpload,
      requireDisk: (bytes) => identity.disk.require(bytes),
      authenticate: async (authorization) => {
        const { user, company, session } = await authenticate(authorization);
        return { user, companyId: company.id, sessionId: session.id };
      },
      resolveAddress: (address) => identity.addresses.resolve(address),
      companyless: (id) => {
        if (id === tenants.id) return identity.tenants;
        throw new Error(`${id} needs a company`);
      },
      dropped: (plugin) => metrics.dropped.inc({ plugin }),
    },
    routes: () => registry.routes,
    kernel: parts.kernelRoutes.map((route) => ({
      method: route.method,
      path: route.path,
      handle: kernelRoute(shared, route),
    })),
    outside: parts.outside,
    trustProxy: parts.trustProxy,
    secure: parts.secure,
    log: parts.log,
    ended: ({ method, route, plugin, status, seconds, defect }) => {
      metrics.requests.observe({ method, route, plugin, status }, seconds);
      // Failures of plugins are counted where their code is called.
      if (defect && plugin === 'kernel') metrics.failures.inc({ plugin, where: 'route' });
    },
  });
};
