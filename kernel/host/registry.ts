import { createContainer, asFunction, asValue, type AwilixContainer } from 'awilix';
import type { Scope } from '@balcao/sdk/server';
import type { Fault } from './faults.ts';
import type { ContributionEntry, JobEntry, ListenerEntry, RoomEntry, RouteEntry, SessionEntry } from './ledger.ts';
import type { LoadedPlugin, Loading } from './load.ts';
import type { Source } from './discover.ts';

/** Makes the scope in which a service of another plugin works: same company, reader and transaction. */
export type ScopeFor = (plugin: string) => Scope;

/** What is registered, by name. Whether it shows for a company is another question (see Switches). */
export class Registry {
  readonly plugins: ReadonlyMap<string, LoadedPlugin>;
  readonly sources: readonly Source[];
  readonly faults: Fault[];
  readonly routes: readonly RouteEntry[];
  readonly listeners: readonly ListenerEntry[];
  readonly jobs: ReadonlyMap<string, JobEntry>;
  readonly sessions: readonly SessionEntry[];
  readonly rooms: ReadonlyMap<string, RoomEntry>;
  readonly #contributions = new Map<string, ContributionEntry[]>();
  readonly #providers = new Map<string, string>();
  readonly #container: AwilixContainer;

  constructor({ loaded, faults, sources }: Loading) {
    const ledgers = loaded.map(({ ledger }) => ledger);
    this.plugins = new Map(loaded.map((plugin) => [plugin.source.manifest.id, plugin]));
    this.sources = sources;
    this.faults = faults;
    this.routes = ledgers.flatMap(({ routes }) => routes);
    this.listeners = ledgers.flatMap(({ listeners }) => listeners);
    this.jobs = new Map(ledgers.flatMap(({ jobs }) => jobs.map((job) => [job.id, job] as const)));
    this.sessions = ledgers.flatMap(({ sessions }) => sessions);
    this.rooms = new Map(ledgers.flatMap(({ rooms }) => rooms.map((room) => [room.id, room] as const)));
    for (const entry of ledgers.flatMap(({ contributions }) => contributions)) {
      this.#contributions.set(entry.point, [...(this.#contributions.get(entry.point) ?? []), entry]);
    }
    this.#container = createContainer({ injectionMode: 'PROXY' });
    for (const { id, plugin, make } of ledgers.flatMap(({ services }) => services)) this.#register(id, plugin, make);
  }

  /** The kernel's own services, by the same references. */
  provide(id: string, make: (scope: Scope) => unknown): void {
    this.#register(id, 'kernel', make);
  }

  #register(id: string, plugin: string, make: (scope: Scope) => unknown): void {
    this.#providers.set(id, plugin);
    this.#container.register(id, asFunction(({ scopeFor }: { scopeFor: ScopeFor }) => make(scopeFor(plugin))).scoped());
  }

  providerOf(service: string): string | undefined {
    return this.#providers.get(service);
  }

  /** One container a scope: a service is made at most once in it, on first use. */
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
