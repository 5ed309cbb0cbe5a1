import { AppError, type AliasMessage, type Log, type RoomAlias } from '@balcao/sdk/server';
import type { RoomEntry } from '../host/ledger.ts';
import type { Registry } from '../host/registry.ts';
import type { Switches } from '../host/switches.ts';
import type { Presence } from '../presence/presence.ts';
import type { LiveSocket, SocketData } from './live-socket.ts';
import { roomsOf, type Carried } from './carried.ts';
import { kernelAliases, people, type KernelAlias } from './kernel-aliases.ts';
import type { Membership } from './membership.ts';
import { roomName } from './rooms.ts';

interface AliasParts {
  registry: Registry;
  switches: Switches;
  membership: Membership<LiveSocket>;
  presence: Pick<Presence, 'seen'>;
  log: Log;
}
interface Packet {
  room: string;
  params: unknown;
  event: string;
  data: unknown;
  /** A second room to which the message was sent as well, and the parameters with which. */
  via?: string;
  of?: Carried;
}
interface Declared {
  entry: RoomEntry;
  alias: RoomAlias<unknown>;
  /** Values of the placeholders of the name; absent: it has none. */
  given?: Readonly<Record<string, string>>;
}
/** Rooms that one socket joined under the names of one declaration: the adapter's room names, each with its aliases. */
interface JoinedAliases extends Declared {
  rooms: Map<string, Set<string>>;
}
interface Client {
  plugins: Map<RoomAlias<unknown>, JoinedAliases>;
  kernel: Set<KernelAlias>;
  /** Tail of the queue of messages: they are sent in the order of arrival, even if one takes longer to translate. */
  turn: Promise<void>;
}

const nothing: readonly AliasMessage[] = [];

/** Reduces `joinNews`, `leave-joinNews`, `leave-News` and `leaveNews` to one name. */
const bareName = (name: string): string => name.replace(/^join/, '');

/** Returns the values of a name's placeholders, if the client's name has its form; undefined: it is another name. */
const valuesIn = (pattern: string, name: string): Record<string, string> | undefined => {
  if (!pattern.includes('{')) return pattern === name ? {} : undefined;
  const form = pattern
    .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\{(\w+)\}/g, String.raw`(?<$1>\d{1,10})`);
  const found = new RegExp(`^${form}$`).exec(name);
  return found ? { ...found.groups } : undefined;
};
const left = (event: string): string | undefined => /^leave-?(.+)$/.exec(event)?.[1];

/**
 * Rooms under names of a published protocol. A socket that joined by such a name is in the room itself, with its
 * permissions, and also receives every message as the room's declaration translates it: on this node, for those
 * sockets alone.
 */
export class Aliases {
  readonly #parts: AliasParts;
  readonly #clients = new WeakMap<LiveSocket, Client>();
  /** Translations of each message, made once for all sockets of the node. */
  readonly #translations = new WeakMap<Packet, Map<RoomAlias<unknown>, Promise<readonly AliasMessage[]>>>();

  /** Names of the rooms of each message, found once for all sockets of the node. */
  readonly #sentTo = new WeakMap<Packet, ReadonlySet<string>>();

  constructor(parts: AliasParts) {
    this.#parts = parts;
  }

  /** Returns whether the client joins by names of a published protocol, which has no further messages. */
  serves(socket: LiveSocket): boolean {
    return this.#clients.has(socket);
  }

  /** Handles any event that is not the kernel's own: a name to join or leave, or a message to a room. */
  async receive(socket: LiveSocket, event: string, sent: unknown): Promise<void> {
    const { user } = socket.data;
    if (!user) throw new AppError(403, 'ERR_NO_PERMISSION');
    if (await this.#send(socket, event, sent)) return;
    const name = left(event);
    const { membership } = this.#parts;
    await membership.inOrder(socket, () =>
      name === undefined ? this.join(socket, event, sent) : this.leave(socket, name, sent),
    );
  }

  async join(socket: LiveSocket, name: string, sent: unknown): Promise<void> {
    const { membership } = this.#parts;
    const { plugins, kernel } = this.#named(socket.data, name);
    if (plugins.length + kernel.length === 0) throw new AppError(404, 'ERR_NOT_FOUND');
    const joined: { declared: Declared; room: string }[] = [];
    try {
      for (const declared of plugins)
        for (const params of await this.#paramsOf(declared, socket.data, sent)) {
          const room = await membership.join(socket, socket.data, { room: declared.entry.id, params }, bareName(name));
          joined.push({ declared, room });
        }
    } catch (error) {
      for (const { room } of joined)
        if (!this.#holds(socket, room, name)) membership.releaseName(socket, room, bareName(name));
      throw error;
    }
    const client = this.#clientOf(socket);
    for (const alias of [...kernel, people]) client.kernel.add(alias);
    for (const { declared, room } of joined) {
      const joined = client.plugins.get(declared.alias) ?? { ...declared, rooms: new Map<string, Set<string>>() };
      client.plugins.set(declared.alias, joined);
      joined.rooms.set(room, (joined.rooms.get(room) ?? new Set()).add(bareName(name)));
    }
    await socket.join(joined.map(({ room }) => room));
  }

  /** Leaves the named room; without a parameter, every room that was joined by that name. */
  async leave(socket: LiveSocket, name: string, sent: unknown): Promise<void> {
    const { membership } = this.#parts;
    const client = this.#clients.get(socket);
    const { plugins, kernel } = this.#named(socket.data, name);
    for (const alias of kernel) if (alias !== people) client?.kernel.delete(alias);
    for (const declared of plugins) {
      const joined = client?.plugins.get(declared.alias);
      if (!joined) continue;
      const { companyId } = socket.data;
      const meant =
        sent === undefined || sent === null
          ? [...joined.rooms.keys()]
          : (await this.#paramsOf(declared, socket.data, sent)).map((of) => roomName(companyId, declared.entry.id, of));
      for (const room of meant) {
        const names = joined.rooms.get(room);
        if (!names?.delete(bareName(name))) continue;
        if (names.size === 0) joined.rooms.delete(room);
        if (membership.releaseName(socket, room, bareName(name)) !== undefined) await socket.leave(room);
      }
      if (joined.rooms.size === 0) client?.plugins.delete(declared.alias);
    }
    if (client?.plugins.size === 0 && [...client.kernel].every((alias) => alias === people)) client.kernel.clear();
  }

  #holds(socket: LiveSocket, room: string, name: string): boolean {
    const joined = [...(this.#clients.get(socket)?.plugins.values() ?? [])];
    return joined.some(({ rooms }) => rooms.get(room)?.has(bareName(name)));
  }

  /** Returns the declarations with this name, of plugins that are on. */
  #named({ companyId, user }: SocketData, name: string): { plugins: Declared[]; kernel: KernelAlias[] } {
    if (!user) throw new AppError(403, 'ERR_NO_PERMISSION');
    const { registry, switches } = this.#parts;
    const valuesOf = ({ names }: { names: readonly string[] }): Record<string, string> | undefined => {
      for (const of of names) {
        const pattern = of.replaceAll('{companyId}', String(companyId)).replaceAll('{userId}', String(user.id));
        const values = valuesIn(bareName(pattern), bareName(name));
        if (values) return values;
      }
      return undefined;
    };
    const plugins = [...registry.rooms.values()]
      .filter(({ plugin, definition }) => definition.aliases && switches.isOn(plugin, companyId))
      .flatMap((entry) =>
        (entry.definition.aliases ?? []).flatMap((alias): Declared[] => {
          const values = valuesOf(alias);
          if (!values) return [];
          return [{ entry, alias, ...(Object.keys(values).length > 0 && { given: values }) }];
        }),
      );
    return { plugins, kernel: kernelAliases.filter((alias) => valuesOf(alias) !== undefined) };
  }

  /** Returns the parameters of the rooms that the client names. */
  async #paramsOf({ entry, alias, given }: Declared, member: SocketData, sent: unknown): Promise<readonly unknown[]> {
    if (!alias.rooms) return [{}];
    const rooms = alias.rooms.bind(alias);
    return this.#parts.membership.run(entry, member, (scope) =>
      rooms(given ?? sent, scope as typeof scope & { user: NonNullable<typeof scope.user> }),
    );
  }

  /** Handles a message that names no room. Returns whether any room accepts it. */
  async #send(socket: LiveSocket, event: string, sent: unknown): Promise<boolean> {
    const { registry, switches, membership, presence } = this.#parts;
    const { companyId, user } = socket.data;
    let isKnown = event === 'userStatus' || event === 'sendPresence';
    if (isKnown && user && !user.impersonating) presence.seen(user.id);
    for (const entry of registry.rooms.values()) {
      const { acceptsAs = {}, accepts = {}, params } = entry.definition;
      const meant = Object.hasOwn(acceptsAs, event) ? acceptsAs[event] : undefined;
      if (!meant || !switches.isOn(entry.plugin, companyId)) continue;
      isKnown = true;
      const found = await membership.run(entry, socket.data, (scope) => meant(sent, scope));
      if (!found) continue;
      const parsed = params.parse(found.params);
      if (!(await membership.may(entry, parsed, socket.data))) throw new AppError(403, 'ERR_NO_PERMISSION');
      await membership.run(entry, socket.data, (scope) => accepts[found.event]?.(found.data, parsed, scope));
    }
    return isKnown;
  }

  #clientOf(socket: LiveSocket): Client {
    const known = this.#clients.get(socket);
    if (known) return known;
    const client: Client = { plugins: new Map(), kernel: new Set(), turn: Promise.resolve() };
    this.#clients.set(socket, client);
    socket.onAnyOutgoing((event: string, packet: Packet) => {
      if (event === 'room') this.#deliver(socket, client, packet);
    });
    return client;
  }

  #deliver(socket: LiveSocket, client: Client, packet: Packet): void {
    const { companyId } = socket.data;
    const names = this.#roomNames(companyId, packet);
    const sent: { words: Promise<readonly AliasMessage[]>; holds(): boolean }[] = [];
    for (const alias of client.kernel) {
      if (alias.room !== packet.room) continue;
      sent.push({ words: Promise.resolve(alias.tell(packet, socket.data)), holds: () => client.kernel.has(alias) });
    }
    for (const joined of client.plugins.values()) {
      const { entry, alias, rooms } = joined;
      const holds = (): boolean => [...rooms.keys()].some((name) => names.has(name) && socket.rooms.has(name));
      if ((packet.room !== entry.id && packet.room !== entry.definition.carries?.id) || !holds()) continue;
      sent.push({ words: this.#translate({ entry, alias }, companyId, packet), holds });
    }
    if (sent.length === 0) return;
    const named = (event: string): string => event.replaceAll('{userId}', String(socket.data.user?.id ?? ''));
    const say = socket.emit.bind(socket) as unknown as (event: string, data: unknown) => void;
    client.turn = client.turn
      .then(async () => {
        for (const { words, holds } of sent)
          for (const { event, data } of await words) if (holds()) say(named(event), data);
      })
      .catch((err: unknown) => this.#parts.log.error({ err, company: companyId }, 'live message could not be sent'));
  }

  /** Returns the names of all rooms to which a message was sent. */
  #roomNames(companyId: number, packet: Packet): ReadonlySet<string> {
    const known = this.#sentTo.get(packet);
    if (known) return known;
    const { room, params, via, of = [] } = packet;
    const carriers = via === undefined ? [] : roomsOf(of).map((carrier) => roomName(companyId, via, carrier));
    const names = new Set([roomName(companyId, room, params), ...carriers]);
    this.#sentTo.set(packet, names);
    return names;
  }

  /** Translates a message. Never throws: an error is logged, and the other messages are still sent. */
  #translate({ entry, alias }: Declared, companyId: number, packet: Packet): Promise<readonly AliasMessage[]> {
    const known = this.#translations.get(packet) ?? new Map<RoomAlias<unknown>, Promise<readonly AliasMessage[]>>();
    this.#translations.set(packet, known);
    const { membership, log } = this.#parts;
    const words =
      known.get(alias) ??
      membership
        .run(entry, { companyId }, (scope) => alias.translate(packet, scope))
        .catch((err: unknown) => {
          log.error(
            { err, plugin: entry.plugin, company: companyId, room: entry.id, event: packet.event },
            'live message could not be translated to an alias',
          );
          return nothing;
        });
    known.set(alias, words);
    return words;
  }
}
