import type { Socket } from 'socket.io-client';
import { addressIn } from '../lazy-part.ts';
import { accessToken, onAccess } from '../session/access.ts';
import { liveWithin, whenIdle } from '../page-idle.ts';
import { refreshSession } from '../session/refresh.ts';
import { store } from '../store.ts';
import { linkAtom } from './connection.ts';
import { missedSince, type Missed } from './missed.ts';
import { linkRetry, retryPause } from './retry.ts';

export type RoomParams = Readonly<Record<string, unknown>>;
export interface RoomListener {
  onMessage(event: string, data: unknown): void;
  /**
   * `again`: true after a lost connection, when messages may have been missed. `missed`: returns true for queries and
   * moments that missed any.
   */
  onJoined(again: boolean, missed: Missed): void;
  onLeft(): void;
  onRefused?(code: string): void;
}
interface Membership {
  readonly room: string;
  readonly params: RoomParams;
  readonly listeners: Set<RoomListener>;
  joined: boolean;
  everJoined: boolean;
  /** The page's time after which the room had no message. */
  quietFrom: number;
  /** Numbers the join requests: only the response to the latest one counts. */
  turn: number;
  /** A join request has not been answered yet. */
  isAsked: boolean;
}
type JoinAnswer = { ok: true; quiet?: number } | { error: string };
interface RoomMessage {
  room: string;
  params?: RoomParams;
  event: string;
  data: unknown;
  /** A second room to which the message was sent as well. */
  via?: string;
  /** With which parameters: their names, then the values of one room after another. */
  of?: readonly (readonly [names: readonly string[], values: readonly unknown[]])[];
}

const memberships = new Map<string, Membership>();
const ackLimit = 10_000;
/** Delay between attempts after a minute of failures. */
const slowRetryMs = 30_000;
/**
 * Temporary failures of the server, for example while its database restarts or is slow: the join is repeated, because
 * the room would stay silent otherwise.
 */
const temporaryCodes = new Set([
  'ERR_INTERNAL',
  'ERR_DATABASE_UNAVAILABLE',
  'ERR_BUSY',
  'ERR_TIMEOUT',
  'ERR_PLUGIN_FAILING',
  'ERR_TOO_MANY_REQUESTS',
]);
let socket: Socket | undefined;
let opening: Promise<void> | undefined;

const keyOf = (room: string, params: RoomParams = {}): string =>
  `${room} ${JSON.stringify(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)))}`;

/** Calls every listener; an error of one does not affect the others. */
function notify({ room, listeners }: Membership, what: string, call: (listener: RoomListener) => void): void {
  for (const listener of listeners) {
    try {
      call(listener);
    } catch (error) {
      console.error(`room ${room}: a listener of ${what} threw`, error);
    }
  }
}

function requestJoin(member: Membership, attempt = 1): void {
  if (!socket?.connected) return;
  const { room, params } = member;
  const turn = (member.turn += 1);
  member.isAsked = true;
  const counts = (): boolean => member.turn === turn && memberships.get(keyOf(room, params)) === member;
  socket.timeout(ackLimit).emit('join', { room, params, quiet: true }, (late: Error | null, answer?: JoinAnswer) => {
    if (!counts()) return;
    member.isAsked = false;
    if (!socket?.connected) return;
    if (answer && 'ok' in answer) {
      const again = member.everJoined;
      member.joined = true;
      member.everJoined = true;
      // The response is older than its arrival: the quiet period that it reports began no later than this.
      member.quietFrom = performance.now() - (answer.quiet ?? 0);
      notify(member, 'joining', (listener) => listener.onJoined(again, missedSince(member.quietFrom)));
      return;
    }
    const refusal = answer && 'error' in answer ? answer.error : undefined;
    if (late || (refusal !== undefined && temporaryCodes.has(refusal))) {
      setTimeout(() => counts() && requestJoin(member, attempt + 1), attempt < 20 ? retryPause() : slowRetryMs);
      return;
    }
    console.warn(`room ${room} was not joined: ${refusal ?? 'no answer'}`);
    if (refusal !== undefined) notify(member, 'a refusal', (listener) => listener.onRefused?.(refusal));
  });
}

function onDisconnect(): void {
  for (const member of memberships.values()) {
    member.joined = false;
    member.isAsked = false;
    notify(member, 'leaving', (listener) => listener.onLeft());
  }
}

/**
 * The server removed the page from a room, named as `7/tickets.list/[["all",true]]`: company, room and sorted
 * parameters. The permissions may have changed once more since it decided, so the room is requested again at once.
 */
function onRemoved(name: string): void {
  const key = name.slice(name.indexOf('/') + 1).replace('/', ' ');
  const member = memberships.get(key);
  if (!member?.joined) return;
  member.joined = false;
  notify(member, 'leaving', (listener) => listener.onLeft());
  requestJoin(member);
}

/** Requests the rooms that the page neither is in nor has asked for, because its person may be allowed to join them now. */
function requestMissing(): void {
  for (const member of memberships.values()) if (!member.joined && !member.isAsked) requestJoin(member);
}

/** Returns whether a message was also sent to the second room with the parameters of this membership. */
function isCarried({ room, params }: Membership, { via, of }: RoomMessage): boolean {
  if (room !== via) return false;
  // From a server of an earlier version, during an update.
  if (of === undefined) return true;
  const own = keyOf(room, params);
  return of.some(([names, values]) => {
    for (let at = 0; at <= values.length - names.length; at += names.length || 1) {
      const sent = Object.fromEntries(names.map((name, index) => [name, values[at + index]]));
      if (keyOf(room, sent) === own) return true;
    }
    return false;
  });
}

function receive(message: RoomMessage): void {
  const { room, params, event, data } = message;
  if (room === 'kernel.company' && (event === 'permission' || event === 'module')) requestMissing();
  const member = memberships.get(keyOf(room, params));
  const others = [...memberships.values()].filter((other) => isCarried(other, message));
  for (const receiver of member ? [member, ...others] : others) {
    receiver.quietFrom = performance.now();
    notify(receiver, event, (listener) => listener.onMessage(event, data));
  }
}

/**
 * Loads the socket's code, retrying without limit as the socket itself does. For the changing address see `lazyPart`.
 */
async function socketCode(): Promise<typeof import('./socket.ts')> {
  let address: string | undefined;
  for (let times = 1; ; times += 1) {
    try {
      const code = await (address === undefined
        ? import('./socket.ts')
        : (import(/* @vite-ignore */ `${address}#${times}`) as Promise<typeof import('./socket.ts')>));
      store.set(linkAtom, 'up');
      return code;
    } catch (error) {
      address = addressIn(error) ?? address;
      console.warn('live messages are not available yet', error);
      store.set(linkAtom, 'down');
      await new Promise((resolve) => setTimeout(resolve, retryPause()));
    }
  }
}

/**
 * The socket's code is loaded with the first room, because neither the login page nor the first screen needs it. A
 * browser that joins later learns which of its earlier readings are older than a message. A page that is still loading
 * does not wait for long, because notices that arrive meanwhile are not shown.
 */
async function open(): Promise<void> {
  await new Promise<void>((resolve) => {
    whenIdle(resolve);
    setTimeout(resolve, liveWithin);
  });
  const { openSocket } = await socketCode();
  const linked = (up: boolean) => store.set(linkAtom, up ? 'up' : 'down');
  socket = openSocket({ linkRetry, retryPause, accessToken, onAccess, refreshSession, linked });
  socket.on('connect', () => {
    for (const member of memberships.values()) requestJoin(member);
  });
  socket.on('disconnect', onDisconnect);
  socket.on('room', receive);
  socket.on('left', onRemoved);
  socket.on('may-join', requestMissing);
  for (const member of memberships.values()) requestJoin(member);
}
const opened = () =>
  (opening ??= open().catch((error: unknown) => {
    opening = undefined;
    console.error('live messages are not available', error);
  }));

/**
 * Joins a room while at least one listener exists; several listeners share one membership. Returns the function that
 * leaves it.
 */
export function joinRoom(room: string, params: RoomParams, listener: RoomListener): () => void {
  void opened();
  const key = keyOf(room, params);
  const present = memberships.get(key);
  const member = present ?? {
    room,
    params,
    listeners: new Set(),
    joined: false,
    everJoined: false,
    quietFrom: Number.POSITIVE_INFINITY,
    turn: 0,
    isAsked: false,
  };
  member.listeners.add(listener);
  if (!present) {
    memberships.set(key, member);
    requestJoin(member);
  } else if (present.joined) listener.onJoined(false, missedSince(present.quietFrom));
  return () => {
    member.listeners.delete(listener);
    if (member.listeners.size > 0 || memberships.get(key) !== member) return;
    memberships.delete(key);
    if (socket?.connected) socket.emit('leave', { room, params });
  };
}

/** Sends a message into a joined room; without a connection it is dropped. */
export function sendToRoom(room: string, params: RoomParams, event: string, data: unknown): void {
  if (memberships.get(keyOf(room, params))?.joined) socket?.emit('send', { room, params, event, data });
}
