import type { Socket } from 'socket.io-client';
import { addressIn } from '../lazy-part.ts';
import { accessToken, onAccess } from '../session/access.ts';
import { liveWithin, whenQuiet } from '../quiet.ts';
import { refreshSession } from '../session/refresh.ts';
import { store } from '../store.ts';
import { linkAtom } from './connection.ts';
import { missedSince, type Missed } from './missed.ts';
import { retryPause } from './retry.ts';

export type RoomParams = Readonly<Record<string, unknown>>;
export interface RoomListener {
  onMessage(event: string, data: unknown): void;
  /** `again`: after a lost connection, when messages may have been missed. `missed`: whether a reading missed any. */
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
  /** The moment of the page from which on nothing was told here. */
  quietFrom: number;
  /** Counts the questions: only the answer to the last one counts. */
  turn: number;
}
type JoinAnswer = { ok: true; quiet?: number } | { error: string };
interface RoomMessage {
  room: string;
  params?: RoomParams;
  event: string;
  data: unknown;
}

const memberships = new Map<string, Membership>();
const ackLimit = 10_000;
/** After a minute of trouble. */
const seldom = 30_000;
/** The server's trouble of a moment, as while its database restarts: asked again, or the room would stay silent. */
const passing = new Set(['ERR_INTERNAL', 'ERR_DATABASE_UNAVAILABLE', 'ERR_BUSY']);
let socket: Socket | undefined;
let opening: Promise<void> | undefined;

const keyOf = (room: string, params: RoomParams = {}): string =>
  `${room} ${JSON.stringify(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)))}`;

/** What one listener does wrong is kept from the others. */
function tell({ room, listeners }: Membership, what: string, told: (listener: RoomListener) => void): void {
  for (const listener of listeners) {
    try {
      told(listener);
    } catch (error) {
      console.error(`room ${room}: a listener of ${what} threw`, error);
    }
  }
}

function ask(member: Membership, attempt = 1): void {
  if (!socket?.connected) return;
  const { room, params } = member;
  const turn = (member.turn += 1);
  const counts = (): boolean => member.turn === turn && memberships.get(keyOf(room, params)) === member;
  socket.timeout(ackLimit).emit('join', { room, params, quiet: true }, (late: Error | null, answer?: JoinAnswer) => {
    if (!counts() || !socket?.connected) return;
    if (answer && 'ok' in answer) {
      const again = member.everJoined;
      member.joined = true;
      member.everJoined = true;
      // The answer was given before it came: what it calls quiet began no later than this.
      member.quietFrom = performance.now() - (answer.quiet ?? 0);
      tell(member, 'joining', (listener) => listener.onJoined(again, missedSince(member.quietFrom)));
      return;
    }
    const refusal = answer && 'error' in answer ? answer.error : undefined;
    if (late || (refusal !== undefined && passing.has(refusal))) {
      setTimeout(() => counts() && ask(member, attempt + 1), attempt < 20 ? retryPause() : seldom);
      return;
    }
    console.warn(`room ${room} was not joined: ${refusal ?? 'no answer'}`);
    if (refusal !== undefined) tell(member, 'a refusal', (listener) => listener.onRefused?.(refusal));
  });
}

function lost(): void {
  for (const member of memberships.values()) {
    member.joined = false;
    tell(member, 'leaving', (listener) => listener.onLeft());
  }
}

function receive({ room, params, event, data }: RoomMessage): void {
  const member = memberships.get(keyOf(room, params));
  if (!member) return;
  member.quietFrom = performance.now();
  tell(member, event, (listener) => listener.onMessage(event, data));
}

/** Asks for the socket's code until it comes, as the socket itself tries for ever. `lazyPart` says why by another address. */
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
 * The socket's code is fetched with the first room: the login page has no use for it. Nor does what the first screen
 * shows: whoever joins later learns which of the readings made until then are older than what was told. A page that is
 * still fetching does not wait for long, because notices that come meanwhile are not shown.
 */
async function open(): Promise<void> {
  await new Promise<void>((resolve) => {
    whenQuiet(resolve);
    setTimeout(resolve, liveWithin);
  });
  const { openSocket } = await socketCode();
  const linked = (up: boolean) => store.set(linkAtom, up ? 'up' : 'down');
  socket = openSocket({ accessToken, onAccess, refreshSession, linked });
  socket.on('connect', () => {
    for (const member of memberships.values()) ask(member);
  });
  socket.on('disconnect', lost);
  socket.on('room', receive);
  for (const member of memberships.values()) ask(member);
}
const opened = () =>
  (opening ??= open().catch((error: unknown) => {
    opening = undefined;
    console.error('live messages are not available', error);
  }));

/** Joins while at least one listener is there; several listeners share one membership. Answers how to leave. */
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
  };
  member.listeners.add(listener);
  if (!present) {
    memberships.set(key, member);
    ask(member);
  } else if (present.joined) listener.onJoined(false, missedSince(present.quietFrom));
  return () => {
    member.listeners.delete(listener);
    if (member.listeners.size > 0 || memberships.get(key) !== member) return;
    memberships.delete(key);
    if (socket?.connected) socket.emit('leave', { room, params });
  };
}

/** Says something into a room that is joined; what cannot be said now is not said later. */
export function sayInRoom(room: string, params: RoomParams, event: string, data: unknown): void {
  if (memberships.get(keyOf(room, params))?.joined) socket?.emit('send', { room, params, event, data });
}
