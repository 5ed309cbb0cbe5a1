import { createContainer, asFunction, asValue, type AwilixContainer } from 'awilix/browser';
import type { Scope } from '@balcao/sdk/server';
import type { Fault } from './faults.ts';
import type {
  CacheEntry,
  ContributionEntry,
  JobEntry,
  ListenerEntry,
  RoomEntry,
  RouteEntry,
  SessionEntry,
} from './ledger.ts';
import type { LoadedPlugin, Loading, RefusedBuild } from './loaded-plugin.ts';
import type { Source } from './discover.ts';

/** Makes the scope in which a service of another plugin works: same company, reader and transaction. */
export type ScopeFor = (plugin: string) => Scope;

interface Provided {
  id: string;
  plugin: string;
  make(scope: Scope): unknown;
}

/** Immutable set of the plugins registered at one moment. Work that began with it continues with it. */
export class Composition {
  readonly plugins: ReadonlyMap<string, LoadedPlugin>;
  readonly sources: readonly Source[];
  readonly faults: Fault[];
  readonly refused: ReadonlyMap<string, RefusedBuild>;
  readonly routes: readonly RouteEntry[];
  readonly listeners: readonly ListenerEntry[];
  readonly jobs: ReadonlyMap<string, JobEntry>;
  readonly sessions: readonly SessionEntry[];
  readonly rooms: ReadonlyMap<string, RoomEntry>;
  readonly caches: ReadonlyMap<string, CacheEntry>;
  readonly #contributions = new Map<string, ContributionEntry[]>();
  readonly #providers = new Map<string, string>();
  readonly #container: AwilixContainer;

  constructor({ loaded, faults, sources, refused = new Map() }: Loading) {
    const ledgers = loaded.map(({ ledger }) => ledger);
    this.plugins = new Map(loaded.map((plugin) => [plugin.source.manifest.id, plugin]));
    this.sources = sources;
    this.faults = faults;
    this.refused = refused;
    this.routes = ledgers.flatMap(({ routes }) => routes);
    this.listeners = ledgers.flatMap(({ listeners }) => listeners);
    this.jobs = new Map(ledgers.flatMap(({ jobs }) => jobs.map((job) => [job.id, job] as const)));
    this.sessions = ledgers.flatMap(({ sessions }) => sessions);
    this.rooms = new Map(ledgers.flatMap(({ rooms }) => rooms.map((room) => [room.id, room] as const)));
    this.caches = new Map(ledgers.flatMap(({ caches }) => caches.map((entry) => [entry.id, entry] as const)));
    for (const entry of ledgers.flatMap(({ contributions }) => contributions)) {
      this.#contributions.set(entry.point, [...(this.#contributions.get(entry.point) ?? []), entry]);
    }
    this.#container = createContainer({ injectionMode: 'PROXY' });
    for (const service of ledgers.flatMap(({ services }) => services)) this.provide(service);
  }

  provide({ id, plugin, make }: Provided): void {
    this.#providers.set(id, plugin);
    this.#container.register(id, asFunction(({ scopeFor }: { scopeFor: ScopeFor }) => make(scopeFor(plugin))).scoped());
  }

  providerOf(service: string): string | undefined {
    return this.#providers.get(service);
  }

  /** Returns the services of one scope: each is made at most once, on first use. */
  services(scopeFor: ScopeFor): (id: string) => unknown {
    let container: AwilixContainer | undefined;
    return (id) => {
      container ??= this.#container.createScope().register({ scopeFor: asValue(scopeFor) });
      return container.resolve(id);
    };
  }

  contributions(point: string): readonly ContributionEntry[] {
    return this.#contributions.get(point) ?? [];
  }
}

/** Registered plugins and their declarations, by name. Whether they are on for a company is decided by Switches. */
export class Registry {
  #now: Composition;
  readonly #own: Provided[] = [];

  constructor(loading: Loading) {
    this.#now = new Composition(loading);
  }

  /** The current set, for work that must see the same one until it ends. */
  get now(): Composition {
    return this.#now;
  }

  /** Replaces everything at once: later readers see the new set, and holders of a `now` keep the old. */
  replace(loading: Loading): void {
    const next = new Composition(loading);
    for (const service of this.#own) next.provide(service);
    this.#now = next;
  }

  /** Registers the kernel's own services, by the same references. */
  provide(id: string, make: (scope: Scope) => unknown): void {
    const service: Provided = { id, plugin: 'kernel', make };
    this.#own.push(service);
    this.#now.provide(service);
  }

  get plugins(): Composition['plugins'] {
    return this.#now.plugins;
  }
  get sources(): Composition['sources'] {
    return this.#now.sources;
  }
  get faults(): Fault[] {
    return this.#now.faults;
  }
  /** Refused builds by plugin. */
  get refused(): Composition['refused'] {
    return this.#now.refused;
  }
  get routes(): Composition['routes'] {
    return this.#now.routes;
  }
  get listeners(): Composition['listeners'] {
    return this.#now.listeners;
  }
  get jobs(): Composition['jobs'] {
    return this.#now.jobs;
  }
  get sessions(): Composition['sessions'] {
    return this.#now.sessions;
  }
  get rooms(): Composition['rooms'] {
    return this.#now.rooms;
  }
  contributions(point: string): readonly ContributionEntry[] {
    return this.#now.contributions(point);
  }
}
