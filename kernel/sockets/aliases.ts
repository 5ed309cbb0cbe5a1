import { AppError, type AliasMessage, type Log, type RoomAlias } from '@balcao/sdk/server';
import type { RoomEntry } from '../host/ledger.ts';
import type { Registry } from '../host/registry.ts';
import type { Switches } from '../host/switches.ts';
import type { Presence } from '../presence/presence.ts';
import type { LiveSocket, SocketData } from './index.ts';
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
}
interface Declared {
  entry: RoomEntry;
  alias: RoomAlias<unknown>;
}
/** What one socket joined under the names of a declaration: the adapter's names of the rooms, each with its aliases. */
interface Heard extends Declared {
  rooms: Map<string, Set<string>>;
}
interface Client {
  plugins: Map<RoomAlias<unknown>, Heard>;
  kernel: Set<KernelAlias>;
  /** Messages go out in the order they came in, also where one takes longer to be put into words. */
  turn: Promise<void>;
}

const nothing: readonly AliasMessage[] = [];

/** `joinNews`, `leave-joinNews`, `leave-News` and `leaveNews` speak of one name. */
const bare = (name: string): string => name.replace(/^join/, '');
const left = (event: string): string | undefined => /^leave-?(.+)$/.exec(event)?.[1];

/**
 * Rooms under names of a published protocol. A socket that joined by such a name is in the room itself, with its
 * permissions, and hears besides what the room's declaration makes of every message: on this node, for those sockets alone.
 */
export class Aliases {
  readonly #parts: AliasParts;
  readonly #clients = new WeakMap<LiveSocket, Client>();
  /** One message is put into words once for all sockets of the node. */
  readonly #told = new WeakMap<Packet, Map<RoomAlias<unknown>, Promise<readonly AliasMessage[]>>>();

  constructor(parts: AliasParts) {
    this.#parts = parts;
  }

  /** Any event that is not one of the kernel's own: a name to join or to leave by, or something sent. */
  async receive(socket: LiveSocket, event: string, sent: unknown): Promise<void> {
    const { user } = socket.data;
    if (!user) throw new AppError(403, 'ERR_NO_PERMISSION');
    if (await this.#send(socket, event, sent)) return;
    const name = left(event);
    const { membership } = this.#parts;
    await membership.inTurn(socket, () =>
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
        for (const params of await this.#meant(declared, socket.data, sent)) {
          const room = await membership.join(socket, socket.data, { room: declared.entry.id, params }, bare(name));
          joined.push({ declared, room });
        }
    } catch (error) {
      for (const { room } of joined) if (!this.#holds(socket, room, name)) membership.letGo(socket, room, bare(name));
      throw error;
    }
    const client = this.#clientOf(socket);
    for (const alias of [...kernel, people]) client.kernel.add(alias);
    for (const { declared, room } of joined) {
      const heard = client.plugins.get(declared.alias) ?? { ...declared, rooms: new Map<string, Set<string>>() };
      client.plugins.set(declared.alias, heard);
      heard.rooms.set(room, (heard.rooms.get(room) ?? new Set()).add(bare(name)));
    }
    await socket.join(joined.map(({ room }) => room));
  }

  /** Without anything sent with the name: every room that was joined by it. */
  async leave(socket: LiveSocket, name: string, sent: unknown): Promise<void> {
    const { membership } = this.#parts;
    const client = this.#clients.get(socket);
    const { plugins, kernel } = this.#named(socket.data, name);
    for (const alias of kernel) if (alias !== people) client?.kernel.delete(alias);
    for (const declared of plugins) {
      const heard = client?.plugins.get(declared.alias);
      if (!heard) continue;
      const { companyId } = socket.data;
      const meant =
        sent === undefined || sent === null
          ? [...heard.rooms.keys()]
          : (await this.#meant(declared, socket.data, sent)).map((of) => roomName(companyId, declared.entry.id, of));
      for (const room of meant) {
        const names = heard.rooms.get(room);
        if (!names?.delete(bare(name))) continue;
        if (names.size === 0) heard.rooms.delete(room);
        if (membership.letGo(socket, room, bare(name)) !== undefined) await socket.leave(room);
      }
      if (heard.rooms.size === 0) client?.plugins.delete(declared.alias);
    }
    if (client?.plugins.size === 0 && [...client.kernel].every((alias) => alias === people)) client.kernel.clear();
  }

  #holds(socket: LiveSocket, room: string, name: string): boolean {
    const heard = [...(this.#clients.get(socket)?.plugins.values() ?? [])];
    return heard.some(({ rooms }) => rooms.get(room)?.has(bare(name)));
  }

  /** Declarations under this name, of plugins that are on. */
  #named({ companyId, user }: SocketData, name: string): { plugins: Declared[]; kernel: KernelAlias[] } {
    if (!user) throw new AppError(403, 'ERR_NO_PERMISSION');
    const { registry, switches } = this.#parts;
    const fits = ({ names }: { names: readonly string[] }): boolean =>
      names.some(
        (of) =>
          bare(of.replaceAll('{companyId}', String(companyId)).replaceAll('{userId}', String(user.id))) === bare(name),
      );
    const plugins = [...registry.rooms.values()]
      .filter(({ plugin, definition }) => definition.aliases && switches.isOn(plugin, companyId))
      .flatMap((entry) => (entry.definition.aliases ?? []).filter(fits).map((alias) => ({ entry, alias })));
    return { plugins, kernel: kernelAliases.filter(fits) };
  }

  /** Parameters of the rooms that are meant. */
  async #meant({ entry, alias }: Declared, member: SocketData, sent: unknown): Promise<readonly unknown[]> {
    if (!alias.rooms) return [{}];
    const rooms = alias.rooms.bind(alias);
    return this.#parts.membership.run(entry, member, (scope) =>
      rooms(sent, scope as typeof scope & { user: NonNullable<typeof scope.user> }),
    );
  }

  /** Something that is sent without naming a room. Answers whether anybody takes it. */
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
      if (event === 'room') this.#hear(socket, client, packet);
    });
    return client;
  }

  #hear(socket: LiveSocket, client: Client, packet: Packet): void {
    const { companyId } = socket.data;
    const name = roomName(companyId, packet.room, packet.params);
    const told: { words: Promise<readonly AliasMessage[]>; holds(): boolean }[] = [];
    for (const alias of client.kernel) {
      if (alias.room !== packet.room) continue;
      told.push({ words: Promise.resolve(alias.tell(packet, socket.data)), holds: () => client.kernel.has(alias) });
    }
    for (const heard of client.plugins.values()) {
      const { entry, alias, rooms } = heard;
      const holds =
        packet.room === entry.id
          ? () => rooms.has(name) && socket.rooms.has(name)
          : () => [...rooms.keys()].some((room) => socket.rooms.has(room));
      if ((packet.room !== entry.id && packet.room !== entry.definition.carries?.id) || !holds()) continue;
      told.push({ words: this.#inWords({ entry, alias }, companyId, packet), holds });
    }
    if (told.length === 0) return;
    const say = socket.emit.bind(socket) as unknown as (event: string, data: unknown) => void;
    client.turn = client.turn
      .then(async () => {
        for (const { words, holds } of told) for (const { event, data } of await words) if (holds()) say(event, data);
      })
      .catch((err: unknown) => this.#parts.log.error({ err, company: companyId }, 'a live message could not be sent'));
  }

  /** Never throws: what cannot be told is written down, and the others still are. */
  #inWords({ entry, alias }: Declared, companyId: number, packet: Packet): Promise<readonly AliasMessage[]> {
    const known = this.#told.get(packet) ?? new Map<RoomAlias<unknown>, Promise<readonly AliasMessage[]>>();
    this.#told.set(packet, known);
    const { membership, log } = this.#parts;
    const words =
      known.get(alias) ??
      membership
        .run(entry, { companyId }, (scope) => alias.translate(packet, scope))
        .catch((err: unknown) => {
          log.error(
            { err, plugin: entry.plugin, company: companyId, room: entry.id, event: packet.event },
            'a live message could not be told under another name',
          );
          return nothing;
        });
    known.set(alias, words);
    return words;
  }
}
