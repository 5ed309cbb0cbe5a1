import type { EventRef, JobRef, PointRef, RoomRef, ServiceRef, SessionRef } from '@balcao/sdk/contract';
import type { PluginManifest } from '@balcao/sdk/manifest';
import { largestBody, z, type CompanyCache } from '@balcao/sdk/server';
import { enabledJob } from './enabled-job.ts';
import type {
  Delivery,
  Host,
  JobDefinition,
  Method,
  PublicAccess,
  RoomDefinition,
  RouteDefinition,
  RouteInput,
  Scope,
  SessionDefinition,
  TokenAccess,
} from '@balcao/sdk/server';

export type AnyRoute = RouteDefinition<string | PublicAccess | TokenAccess, RouteInput, z.ZodType>;
export interface RouteEntry {
  plugin: string;
  method: Method;
  path: string;
  definition: AnyRoute;
}
export interface ListenerEntry {
  plugin: string;
  event: string;
  name: string;
  handle(payload: unknown, scope: Scope, delivery: Delivery): Promise<void>;
}
export interface JobEntry {
  plugin: string;
  id: string;
  definition: JobDefinition<unknown>;
}
export interface SessionEntry {
  plugin: string;
  id: string;
  definition: SessionDefinition<unknown, unknown>;
}
export interface CacheEntry {
  plugin: string;
  id: string;
  cache: CompanyCache<unknown>;
}
export interface RoomEntry {
  plugin: string;
  id: string;
  definition: RoomDefinition<unknown>;
}
export interface ServiceEntry {
  plugin: string;
  id: string;
  make(scope: Scope): unknown;
}
export interface PointEntry {
  plugin: string;
  id: string;
  version: number;
  check: ((item: unknown, plugin: string) => void) | undefined;
}
export interface ContributionEntry {
  plugin: string;
  point: string;
  version: number;
  item: unknown;
}

/** Everything that one plugin declared. The kernel applies it and removes it again; the plugin never does either. */
export interface Ledger {
  plugin: string;
  routes: RouteEntry[];
  listeners: ListenerEntry[];
  jobs: JobEntry[];
  /** True when the plugin wants the job `enabledJob` after it was switched on for a company. */
  enabled: boolean;
  caches: CacheEntry[];
  sessions: SessionEntry[];
  rooms: RoomEntry[];
  services: ServiceEntry[];
  points: PointEntry[];
  contributions: ContributionEntry[];
}

export const emptyLedger = (plugin: string): Ledger => ({
  plugin,
  routes: [],
  listeners: [],
  jobs: [],
  enabled: false,
  caches: [],
  sessions: [],
  rooms: [],
  services: [],
  points: [],
  contributions: [],
});

/**
 * Returns the host that is passed to `setup`. It only records, and refuses further declarations after `setup`
 * returned.
 */
export const recordingHost = (manifest: PluginManifest): { host: Host; ledger: Ledger; close(): void } => {
  const plugin = manifest.id;
  const ledger = emptyLedger(plugin);
  let open = true;
  const record = <E>(list: E[], entry: E): void => {
    if (!open)
      throw new Error(`${plugin} declares after setup returned: declare everything inside setup, synchronously`);
    list.push(entry);
  };
  const host: Host = {
    route: (method: Method, path: string, definition: unknown) => {
      const route = { plugin, method, path, definition: definition as AnyRoute };
      if ((route.definition.input?.maxBytes ?? 0) > largestBody)
        throw new Error(`${method} ${path} takes bodies of more than ${largestBody} bytes (input.maxBytes)`);
      record(ledger.routes, route);
    },
    on: <T>(
      event: EventRef<T>,
      name: string,
      handle: (payload: T, scope: Scope, delivery: Delivery) => Promise<void>,
    ) => record(ledger.listeners, { plugin, event: event.id, name, handle: handle as ListenerEntry['handle'] }),
    job: <T>(job: JobRef<T>, definition: JobDefinition<T>) =>
      record(ledger.jobs, { plugin, id: job.id, definition: definition as JobDefinition<unknown> }),
    onEnabled: <C extends string | number | object>(
      step: (from: C | undefined, scope: Scope) => Promise<C | undefined>,
    ) => {
      if (ledger.enabled) throw new Error(`${plugin} calls onEnabled twice: do all of it in one`);
      const id = enabledJob(plugin);
      const handle: JobDefinition<unknown>['handle'] = async (data, scope) => {
        const next = await step((data as { from?: C }).from, scope);
        if (next !== undefined) await scope.jobs.schedule({ kind: 'job', id }, { from: next }, { key: 'enabled' });
      };
      record(ledger.jobs, { plugin, id, definition: { data: z.object({ from: z.unknown() }).partial(), handle } });
      ledger.enabled = true;
    },
    cache: (cache) => record(ledger.caches, { plugin, id: cache.id, cache }),
    session: <Q, A>(session: SessionRef<Q, A>, definition: SessionDefinition<Q, A>) =>
      record(ledger.sessions, { plugin, id: session.id, definition: definition as SessionEntry['definition'] }),
    room: <P>(room: RoomRef<P>, definition: RoomDefinition<P>) =>
      record(ledger.rooms, { plugin, id: room.id, definition: definition as RoomDefinition<unknown> }),
    provide: <T>(service: ServiceRef<T>, make: (scope: Scope) => T) =>
      record(ledger.services, { plugin, id: service.id, make }),
    open: <T>(point: PointRef<T>, check?: (item: T, plugin: string) => void) =>
      record(ledger.points, { plugin, id: point.id, version: point.version, check: check as PointEntry['check'] }),
    contribute: <T>(point: PointRef<T>, item: T) =>
      record(ledger.contributions, { plugin, point: point.id, version: point.version, item }),
  };
  return {
    host,
    ledger,
    close: () => {
      open = false;
    },
  };
};
