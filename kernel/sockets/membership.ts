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

/** Identity behind a socket: either `user`, a signed-in person of the company, or `guest`, an outsider whom one plugin admitted. */
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
  /**
   * Every name by which the socket joined this room and has not left it. '' stands for the room's own id; any other
   * one is the bare name of an alias, such as `News` for a client that sent `joinNews`. The socket leaves the room with the
   * last of them.
   */
  joinedAs: Set<string>;
}

/** Payload of `join` and `leave`. */
export const joinPayload = z.object({
  room: z.string().max(100),
  params: z.record(z.string(), z.unknown()).default({}),
});

/** Records which rooms each socket has joined, and checks the permission for them. */
export class Membership<S extends object> {
  readonly #parts: MembershipParts;
  readonly #joined = new WeakMap<S, Map<string, Joined>>();
  readonly #turns = new WeakMap<S, Promise<void>>();
  readonly #waiting = new WeakMap<S, number>();

  constructor(parts: MembershipParts) {
    this.#parts = parts;
  }

  /**
   * Returns the declaration of a room. Throws ERR_PLUGIN_DISABLED if its plugin is off for the company, and also if no
   * plugin declares the room: the rooms of a disabled plugin and of one that is not installed look the same.
   */
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

  /**
   * Returns true if the room's plugin admits the member. Throws a refusal for a member of a restricted company, and
   * whatever the plugin's own check throws.
   */
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
   * Records that the socket joined a room and returns the room's name for the adapter; throws a refusal. `joinedAs` is
   * the alias by which it is joined, '' for the room's own id.
   */
  async join(socket: S, member: Member, payload: unknown, joinedAs = ''): Promise<string> {
    const { room, params } = joinPayload.parse(payload);
    const entry = this.entry(room, member.companyId);
    const parsed = entry.definition.params.parse(params);
    if (!(await this.may(entry, parsed, member))) throw new AppError(403, 'ERR_NO_PERMISSION');
    // The plugin may have been switched off during the check.
    this.entry(room, member.companyId);
    const name = roomName(member.companyId, room, parsed);
    const joined = this.#joined.get(socket) ?? new Map<string, Joined>();
    const allNames = (joined.get(name)?.joinedAs ?? new Set<string>()).add(joinedAs);
    this.#joined.set(socket, joined.set(name, { room, params: parsed, joinedAs: allNames }));
    return name;
  }

  /**
   * Returns the room's name for the adapter when the socket must leave it, which is not the case when it joined by
   * another name too.
   */
  leave(socket: S, member: Member, payload: unknown): string | undefined {
    const { room, params } = joinPayload.parse(payload);
    const entry = this.#parts.registry.rooms.get(room);
    if (!entry) return undefined;
    return this.releaseName(socket, roomName(member.companyId, room, entry.definition.params.parse(params)), '');
  }

  /**
   * Removes one of the names by which the socket joined the room `name`. Returns `name` if that was the last one, so
   * that the socket must leave the room, and undefined while another remains.
   */
  releaseName(socket: S, name: string, joinedAs: string): string | undefined {
    const joined = this.#joined.get(socket);
    const remaining = joined?.get(name)?.joinedAs;
    remaining?.delete(joinedAs);
    if (remaining !== undefined && remaining.size > 0) return undefined;
    joined?.delete(name);
    return name;
  }

  /**
   * Checks the socket's rooms again, or only the room `only`. Deletes those in which the member may not be any more
   * from the socket's rooms and returns their names for the adapter, with those among them that the client joined by
   * their own id. `isUnsure` is true if a check broke (a failure of the plugin or the database, not a refusal): its
   * room is among the deleted ones, although it may be allowed.
   */
  async removeForbidden(
    socket: S,
    member: Member,
    only?: string,
  ): Promise<{ removed: string[]; joinedById: string[]; isUnsure: boolean }> {
    const removed: string[] = [];
    let isUnsure = false;
    for (const [name, { room, params }] of this.#joined.get(socket) ?? []) {
      if (only !== undefined && only !== name) continue;
      const entry = this.#parts.registry.rooms.get(room);
      const stays =
        entry && this.#parts.switches.isOn(entry.plugin, member.companyId)
          ? await this.may(entry, params, member).catch((error: unknown) => {
              // A refusal is a valid answer.
              isUnsure ||= !(error instanceof AppError && error.status < 500);
              return false;
            })
          : false;
      if (!stays) removed.push(name);
    }
    return { removed, joinedById: removed.filter((name) => this.forget(socket, name)), isUnsure };
  }

  /**
   * Deletes a room from the socket's rooms. Returns true if the client joined it by the room's own id: a client that
   * knows the room by an alias alone would not recognise its name.
   */
  forget(socket: S, name: string): boolean {
    const joined = this.#joined.get(socket);
    const joinedById = joined?.get(name)?.joinedAs.has('') ?? false;
    joined?.delete(name);
    return joinedById;
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
