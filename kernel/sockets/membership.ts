import { z } from 'zod';
import { AppError, type Company, type CurrentUser, type Guest, type Scope } from '@balcao/sdk/server';
import type { Guard } from '../host/guard.ts';
import type { RoomEntry } from '../host/ledger.ts';
import type { Registry } from '../host/registry.ts';
import type { ScopeContext } from '../host/scope-parts.ts';
import type { Switches } from '../host/switches.ts';
import { refuseRestricted } from '../tenants/access.ts';
import { maxWaiting } from './guest-limits.ts';
import { roomName } from './rooms.ts';

/** User of a socket: a person of the company, or a guest of one plugin. */
export interface Member {
  companyId: number;
  user?: CurrentUser;
  guest?: Guest & { plugin: string };
}
interface MembershipParts {
  registry: Registry;
  switches: Switches;
  guard: Guard;
  company(companyId: number): Company | undefined;
  scopeOf(member: Member, plugin: string, limits: Pick<ScopeContext, 'signal' | 'budget'>): Scope;
}
interface Joined {
  room: string;
  params: unknown;
  /** Names by which the room was joined; '' is the room's own. */
  by: Set<string>;
}

export const joining = z.object({ room: z.string().max(100), params: z.record(z.string(), z.unknown()).default({}) });

/** The rooms that each socket has joined, and the checks whether it may be there. */
export class Membership<S extends object> {
  readonly #parts: MembershipParts;
  readonly #joined = new WeakMap<S, Map<string, Joined>>();
  readonly #turns = new WeakMap<S, Promise<void>>();
  readonly #waiting = new WeakMap<S, number>();

  constructor(parts: MembershipParts) {
    this.#parts = parts;
  }

  /** Returns the declaration of a room whose plugin is on; throws ERR_PLUGIN_DISABLED otherwise. */
  entry(room: string, companyId: number): RoomEntry {
    const entry = this.#parts.registry.rooms.get(room);
    if (!entry || !this.#parts.switches.isOn(entry.plugin, companyId)) throw new AppError(404, 'ERR_PLUGIN_DISABLED');
    return entry;
  }

  /** Runs a room's own code with a scope of the user. */
  async run<T>({ plugin, id }: RoomEntry, member: Member, work: (scope: Scope) => T | Promise<T>): Promise<T> {
    const { guard, scopeOf } = this.#parts;
    const place = { plugin, where: 'room', what: id, company: member.companyId } as const;
    return guard.run(place, { limitMs: guard.limits.roomMs }, (signal) =>
      work(scopeOf(member, plugin, { signal, budget: { events: guard.limits.events } })),
    );
  }

  async may(entry: RoomEntry, params: unknown, member: Member): Promise<boolean> {
    const { plugin, definition } = entry;
    const { user, guest } = member;
    if (guest ? guest.plugin !== plugin : user === undefined) return false;
    const company = this.#parts.company(member.companyId);
    if (user && company) refuseRestricted(company, user, plugin);
    return this.run(entry, member, async (scope) =>
      guest
        ? ((await definition.guests?.(params, guest, scope)) ?? false)
        : definition.may(params, scope as Scope & { user: CurrentUser }),
    );
  }

  /**
   * Joins a room and returns its name for the adapter, or throws a refusal. `by` is the name it is joined by, '' for
   * the room's own.
   */
  async join(socket: S, member: Member, payload: unknown, by = ''): Promise<string> {
    const { room, params } = joining.parse(payload);
    const entry = this.entry(room, member.companyId);
    const parsed = entry.definition.params.parse(params);
    if (!(await this.may(entry, parsed, member))) throw new AppError(403, 'ERR_NO_PERMISSION');
    // The plugin may have been switched off during the check.
    this.entry(room, member.companyId);
    const name = roomName(member.companyId, room, parsed);
    const joined = this.#joined.get(socket) ?? new Map<string, Joined>();
    const names = joined.get(name)?.by ?? new Set<string>();
    this.#joined.set(socket, joined.set(name, { room, params: parsed, by: names.add(by) }));
    return name;
  }

  /**
   * Returns the room's name for the adapter when the socket must leave it, which is not the case when it joined by
   * another name too.
   */
  leave(socket: S, member: Member, payload: unknown): string | undefined {
    const { room, params } = joining.parse(payload);
    const entry = this.#parts.registry.rooms.get(room);
    if (!entry) return undefined;
    return this.letGo(socket, roomName(member.companyId, room, entry.definition.params.parse(params)), '');
  }

  letGo(socket: S, name: string, by: string): string | undefined {
    const joined = this.#joined.get(socket);
    const left = joined?.get(name)?.by;
    left?.delete(by);
    if (left !== undefined && left.size > 0) return undefined;
    joined?.delete(name);
    return name;
  }

  /**
   * Returns the rooms in which the socket may not be any more, of the named one or of all. `isUnsure` is true when a
   * check failed.
   */
  async lost(socket: S, member: Member, only?: string): Promise<{ names: string[]; isUnsure: boolean }> {
    const names: string[] = [];
    let isUnsure = false;
    for (const [name, { room, params }] of this.#joined.get(socket) ?? []) {
      if (only !== undefined && only !== name) continue;
      const entry = this.#parts.registry.rooms.get(room);
      const stays = entry
        ? await this.may(entry, params, member).catch((error: unknown) => {
            // A refusal is a valid answer.
            isUnsure ||= !(error instanceof AppError && error.status < 500);
            return false;
          })
        : false;
      if (!stays) names.push(name);
    }
    for (const name of names) this.#joined.get(socket)?.delete(name);
    return { names, isUnsure };
  }

  /** Runs the operations of each socket one after another, so that a leave never overtakes its join. */
  inOrder<T>(socket: S, work: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(socket) ?? 0;
    if (waiting >= maxWaiting) return Promise.reject(new AppError(429, 'ERR_TOO_MANY_REQUESTS'));
    this.#waiting.set(socket, waiting + 1);
    const turn = (this.#turns.get(socket) ?? Promise.resolve())
      .then(work)
      .finally(() => this.#waiting.set(socket, (this.#waiting.get(socket) ?? 1) - 1));
    const ended = (): void => undefined;
    this.#turns.set(socket, turn.then(ended, ended));
    return turn;
  }
}
