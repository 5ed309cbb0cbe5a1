import type { Server as HttpServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from 'socket.io';
import { z } from 'zod';
import {
  AppError,
  companyRoom,
  invalid,
  userRoom,
  type Company,
  type CurrentUser,
  type FileReaders,
  type Log,
  type Scope,
} from '@balcao/sdk/server';
import type { Registry } from '../host/registry.ts';
import type { ScopeContext } from '../host/scope-parts.ts';
import type { Guard } from '../host/guard.ts';
import type { Scopes } from '../host/scopes.ts';
import type { Switches } from '../host/switches.ts';
import { toAnswer } from '../http/errors.ts';
import type { Presence } from '../presence/presence.ts';
import { Aliases } from './aliases.ts';
import { carried } from './carried.ts';
import { closeEnded } from './close-ended.ts';
import { closeRooms } from './close-rooms.ts';
import { connectNodes } from './connect-nodes.ts';
import { GuestSockets, messageGate } from './guest-limits.ts';
import { isWritable } from './is-writable.ts';
import type { LiveSocket, SocketData } from './live-socket.ts';
import { joinPayload, Membership, type Member } from './membership.ts';
import { personRoom, roomName, roomPrefix, sessionRoom } from './rooms.ts';
import { RecentlyPublished, transientMarker } from './recently-published.ts';

export { installationName } from './installation-name.ts';

export interface SocketParts {
  server: HttpServer;
  databaseUrl: string;
  redisUrl: string | undefined;
  /** Name that distinguishes this installation from others that publish on the same Redis. */
  installation: string;
  /** True behind a proxy, which adds its caller to `X-Forwarded-For`; the last address counts. */
  trustProxy: boolean;
  registry: Registry;
  switches: Switches;
  guard: Guard;
  scopes: Scopes;
  log: Log;
  authenticate(token: string): Promise<{ user: CurrentUser; companyId: number; sessionId: string }>;
  /** Returns which of these sessions have ended. */
  endedSessions(sessionIds: readonly string[]): Promise<string[]>;
  resolveAddress(address: string): Promise<{ companyId: number; plugin: string; ref: string } | undefined>;
  /** Notified of every socket of a person that opens or closes on this node. */
  presence: Pick<Presence, 'connected' | 'disconnected' | 'seen'>;
  /** Requests that other nodes may send to this one, by name. */
  answers: Readonly<Record<string, () => unknown>>;
}

interface Recheck {
  room?: string;
  params?: unknown;
  userId?: number;
}

const handshake = z.object({ token: z.string().max(4096).optional(), address: z.string().max(200).optional() });
const sending = joinPayload.extend({ event: z.string().max(60), data: z.unknown() });
/** `quiet`: milliseconds since the last message in the room, returned to clients that ask for it. */
type Joined = { quiet: number } | undefined;
type Ack = (answer: ({ ok: true } & Partial<Joined>) | { error: string }) => void;
const wishes = z.object({ quiet: z.literal(true) });

/** Interval of checking the sessions of open sockets, in milliseconds. */
const sessionCheckMs = 60_000;
const ownEvents: ReadonlySet<string> = new Set(['join', 'leave', 'send']);

const refuse = (code: string): Error => Object.assign(new Error(code), { data: { code } });

/** Live messages over socket.io. Plugins declare the rooms and decide who may join; the kernel names them. */
export class Sockets {
  readonly io: Server;
  readonly #parts: SocketParts;
  readonly #membership: Membership<LiveSocket>;
  readonly #aliases: Aliases;
  readonly #guests = new GuestSockets();
  readonly #recentlyPublished = new RecentlyPublished();
  #disconnectNodes: () => Promise<void> = () => Promise.resolve();
  #sessionTimer: NodeJS.Timeout | undefined;

  constructor(parts: SocketParts) {
    this.#parts = parts;
    this.#membership = new Membership({
      ...parts,
      guard: parts.guard,
      company: (id) => parts.scopes.company(id),
      scopeOf: (member, plugin, limits) => this.#scopeOf(member, plugin, limits),
    });
    this.#aliases = new Aliases({ ...parts, membership: this.#membership });
    this.io = new Server(parts.server, {
      path: '/socket.io',
      serveClient: false,
      pingInterval: 18_000,
      pingTimeout: 18_000,
      maxHttpBufferSize: 100_000,
      // Sockets are authenticated with a token, never with a cookie, so any page may open one.
      cors: { origin: true, credentials: false },
    });
  }

  /** Returns whether a person may join a room now, such as to fetch a file that is restricted to its members. */
  async admits(member: Member, { room, params }: FileReaders): Promise<boolean> {
    try {
      const entry = this.#membership.entry(room, member.companyId);
      return await this.#membership.may(entry, entry.definition.params.parse(params), member);
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return false;
      throw error;
    }
  }

  async start(): Promise<void> {
    this.#disconnectNodes = await connectNodes(this.io, this.#parts, () => this.#recentlyPublished.forget());
    this.#recentlyPublished.follow(this.io.of('/'));
    this.io.use((socket, next) => {
      this.#identify(socket as unknown as LiveSocket).then(
        () => next(),
        (error: unknown) => next(refuse(error instanceof AppError ? error.code : 'ERR_UNAVAILABLE')),
      );
    });
    this.io.on('recheck', (companyId: number, which: Recheck) => void this.#recheckOwn(companyId, which));
    for (const [question, answer] of Object.entries(this.#parts.answers))
      this.io.on(question, (reply: (answered: unknown) => void) => reply(answer()));
    this.io.on('connection', (socket) => this.#serve(socket as unknown as LiveSocket));
    this.#sessionTimer = setInterval(() => void this.closeEndedSessions(), sessionCheckMs);
  }

  /** Disconnects the sockets of this node whose session has ended. */
  async closeEndedSessions(): Promise<void> {
    await closeEnded(this.io.of('/').sockets.values(), this.#parts);
  }

  async #identify(socket: LiveSocket): Promise<void> {
    const asked = handshake.safeParse(socket.handshake.auth);
    if (!asked.success) throw new AppError(401, 'ERR_SESSION_EXPIRED');
    const { token = '', address } = asked.data;
    if (address === undefined) {
      const { user, companyId, sessionId } = await this.#parts.authenticate(token);
      socket.data = { companyId, user, sessionId };
      return;
    }
    const found = await this.#parts.resolveAddress(address);
    if (!found || !this.#parts.switches.works(found.plugin, found.companyId)) throw new AppError(404, 'ERR_NOT_FOUND');
    socket.data = {
      companyId: found.companyId,
      guest: { plugin: found.plugin, ref: found.ref, token, origin: socket.handshake.headers.origin },
    };
  }

  #serve(socket: LiveSocket): void {
    const { companyId, user, sessionId, guest } = socket.data;
    if (guest && !this.#guests.bind(socket, this.#parts.trustProxy)) {
      socket.disconnect(true);
      return;
    }
    const isWithin = guest ? messageGate() : () => true;
    if (user && sessionId !== undefined) {
      void socket.join([
        personRoom(user.id),
        sessionRoom(sessionId),
        roomName(companyId, companyRoom.id, {}),
        roomName(companyId, userRoom.id, { userId: user.id }),
      ]);
      // A super user who impersonates the company is not one of its people, so their presence is not shown.
      if (!user.impersonating) {
        const { presence } = this.#parts;
        presence.connected(companyId, user.id);
        socket.on('disconnect', () => presence.disconnected(companyId, user.id));
      }
    }
    const answer = (work: (payload: unknown) => Promise<Joined | void>) => (payload: unknown, last?: unknown) => {
      // A client may send anything in the position of its acknowledgement.
      const ack: Ack = typeof last === 'function' ? (last as Ack) : () => undefined;
      if (!isWithin(payload)) {
        ack({ error: 'ERR_TOO_MANY_REQUESTS' });
        return;
      }
      work(payload).then(
        (joined) => ack({ ok: true, ...joined }),
        (error: unknown) => {
          const { answer: refusal, defect } = toAnswer(error instanceof z.ZodError ? invalid({}) : error);
          if (defect) this.#report(error, payload, companyId);
          ack({ error: refusal.code });
        },
      );
    };
    const on = socket.on.bind(socket) as (event: string, listener: (payload: unknown, last?: unknown) => void) => void;
    on(
      'join',
      answer((payload) => this.#membership.inOrder(socket, () => this.#join(socket, payload))),
    );
    on(
      'leave',
      answer((payload) => this.#membership.inOrder(socket, () => this.#leave(socket, payload))),
    );
    on(
      'send',
      answer((payload) => this.#receive(socket, payload)),
    );
    socket.onAny((event: string, ...sent: unknown[]) => {
      if (ownEvents.has(event)) return;
      const last = sent.at(-1);
      const work = answer((payload) => this.#aliases.receive(socket, event, payload));
      work(typeof sent[0] === 'function' ? undefined : sent[0], last);
    });
  }

  #report(err: unknown, payload: unknown, company: number): void {
    const asked = joinPayload.safeParse(payload);
    const plugin = (asked.success ? this.#parts.registry.rooms.get(asked.data.room)?.plugin : undefined) ?? 'kernel';
    this.#parts.log.error({ err, plugin, company }, 'live message handler failed');
  }

  #scopeOf({ companyId, user }: Member, plugin: string, limits: Pick<ScopeContext, 'signal' | 'budget'>): Scope {
    const company: Company | undefined = this.#parts.scopes.company(companyId);
    if (!company) throw new AppError(401, 'ERR_SESSION_EXPIRED');
    return this.#parts.scopes.of({
      plugin,
      company,
      user,
      language: company.language,
      ...limits,
    });
  }

  async #join(socket: LiveSocket, payload: unknown): Promise<Joined> {
    if (typeof payload === 'string') {
      await this.#aliases.join(socket, payload, undefined);
      return undefined;
    }
    const name = await this.#enter(socket, payload);
    // Read once the socket has joined, because it receives everything published from here on.
    return wishes.safeParse(payload).success ? { quiet: this.#recentlyPublished.msSinceLastMessage(name) } : undefined;
  }

  async #enter(socket: LiveSocket, payload: unknown): Promise<string> {
    const { room, params } = joinPayload.parse(payload);
    const { user, companyId } = socket.data;
    if (room === companyRoom.id || room === userRoom.id) {
      if (!user || (room === userRoom.id && params.userId !== user.id)) throw new AppError(403, 'ERR_NO_PERMISSION');
      return roomName(companyId, room, room === userRoom.id ? { userId: user.id } : {});
    }
    const name = await this.#membership.join(socket, socket.data, payload);
    await socket.join(name);
    if (socket.data.guest) socket.data.isWelcome = true;
    return name;
  }

  async #leave(socket: LiveSocket, payload: unknown): Promise<void> {
    if (typeof payload === 'string') return this.#aliases.leave(socket, payload, undefined);
    const name = this.#membership.leave(socket, socket.data, payload);
    if (name !== undefined) await socket.leave(name);
  }

  async #receive(socket: LiveSocket, payload: unknown): Promise<void> {
    const { room, params, event, data } = sending.parse(payload);
    const entry = this.#membership.entry(room, socket.data.companyId);
    const { definition } = entry;
    const parsed = definition.params.parse(params);
    if (!socket.rooms.has(roomName(socket.data.companyId, room, parsed))) throw new AppError(403, 'ERR_NO_PERMISSION');
    const handle = Object.hasOwn(definition.accepts ?? {}, event) ? definition.accepts?.[event] : undefined;
    if (!handle) throw new AppError(404, 'ERR_NOT_FOUND');
    await this.#membership.run(entry, socket.data, (scope) => handle(data, parsed, scope));
  }

  /** Checks again who may be in a room, on every node, and removes those who may not; others of a person may join. */
  recheck(companyId: number, which: Recheck): void {
    void this.#recheckOwn(companyId, which);
    this.io.serverSideEmit('recheck', companyId, which);
  }

  async #recheckOwn(companyId: number, { room, params, userId }: Recheck): Promise<void> {
    const only = room === undefined ? undefined : roomName(companyId, room, params);
    for (const open of this.io.of('/').sockets.values()) {
      const socket = open as unknown as LiveSocket;
      if (socket.data.companyId !== companyId || (userId !== undefined && socket.data.user?.id !== userId)) continue;
      const check = this.#membership.inOrder(socket, async () => {
        const { removed, joinedById, isUnsure } = await this.#membership.removeForbidden(socket, socket.data, only);
        for (const name of removed) await socket.leave(name);
        for (const name of joinedById) socket.emit('left', name);
        if (userId !== undefined && !this.#aliases.serves(socket)) socket.emit('may-join');
        return isUnsure;
      });
      const isUnsure = await check.catch((err: unknown) => {
        // Too many operations of this socket wait, which must not keep the others from being checked.
        if (!(err instanceof AppError)) this.#parts.log.error({ err, company: companyId }, 'rooms were not checked');
        return true;
      });
      // Without an answer the page would show old data; a browser that reconnects fetches everything again.
      if (isUnsure) socket.conn.close();
    }
  }

  /** Returns the answers of the other nodes to a request; slow nodes are left out. */
  async ask(question: string): Promise<unknown[]> {
    const late = sleep(1_000, [], { ref: false });
    const answers = this.io
      .serverSideEmitWithAck(question)
      .catch((error: { responses?: unknown[] }) => error.responses);
    return (await Promise.race([answers, late])) ?? [];
  }

  emit(
    companyId: number,
    room: string,
    params: unknown,
    event: string,
    data: unknown,
    also?: { room: string; params: readonly unknown[] },
  ): void {
    const others = also?.params.map((of) => roomName(companyId, also.room, of)) ?? [];
    const names = [roomName(companyId, room, params), ...others];
    const isTransient = this.#isTransient(room, event);
    const to = isTransient ? [...names, transientMarker] : names;
    const tell = (io: Pick<Server | Server['local'], 'to'>): void => {
      if (!isWritable({ companyId, room, event, data }, this.#parts)) return;
      const second = also && { via: also.room, of: carried(also.params) };
      io.to(to).emit('room', { room, params, event, data, ...second });
    };
    if (this.#parts.redisUrl !== undefined) {
      tell(this.io);
      return;
    }
    // A single node need not notify PostgreSQL of every message. Responses come in order, and so do messages.
    const { adapter } = this.io.of('/');
    void adapter.serverCount().then((nodes) => {
      if (nodes > 1) tell(this.io);
      else if (names.some((name) => adapter.rooms.has(name))) tell(this.io.local);
      // Most rooms are empty most of the time, so nothing is serialised for them.
      else if (!isTransient) this.#recentlyPublished.record(names);
    });
  }

  /** Presence, and messages that a room declares transient, change nothing that clients have read. */
  #isTransient(room: string, event: string): boolean {
    if (room === companyRoom.id) return event === 'presence';
    return this.#parts.registry.rooms.get(room)?.definition.transient?.includes(event) === true;
  }

  /** Sends to the sockets of this node alone, for changes that every node learns by itself. */
  emitHere(companyId: number, room: string, params: unknown, event: string, data: unknown): void {
    this.io.local.to(roomName(companyId, room, params)).emit('room', { room, params, event, data });
  }

  /** Tells the sockets of a session why it ended, and disconnects them. */
  endSession(companyId: number, userId: number, sessionId: string, reason: string): void {
    this.emit(companyId, userRoom.id, { userId }, 'session-ended', { sessionId, reason });
    setTimeout(() => this.cutSession(sessionId), 2_000).unref();
  }

  /**
   * Disconnects the sockets of a session on every node. What a session may receive is decided when its sockets
   * connect.
   */
  cutSession(sessionId: string): void {
    this.io.in(sessionRoom(sessionId)).disconnectSockets(true);
  }

  /** Checks again for every socket of this node whether it may be in its rooms. */
  async recheckAll(): Promise<void> {
    const companies = new Set([...this.io.of('/').sockets.values()].map(({ data }) => (data as SocketData).companyId));
    for (const companyId of companies) await this.#recheckOwn(companyId, {});
  }

  /**
   * Removes this node's sockets from all rooms of a plugin that was switched off for a company. `declared` are the
   * former rooms, when the plugin is gone by now.
   */
  closeRooms(plugin: string, companyId: number, declared = this.#parts.registry.rooms): void {
    const rooms = [...declared.values()].filter((entry) => entry.plugin === plugin);
    const prefixes = rooms.map(({ id }) => roomPrefix(companyId, id));
    closeRooms(this.io.of('/'), this.#membership, prefixes);
    for (const socket of this.io.of('/').sockets.values()) {
      const { guest, companyId: of } = socket.data as SocketData;
      if (guest?.plugin === plugin && of === companyId) socket.disconnect(true);
    }
  }

  count(): number {
    return this.io.engine.clientsCount;
  }

  async close(): Promise<void> {
    clearInterval(this.#sessionTimer);
    await this.io.close();
    await this.#disconnectNodes();
  }
}
