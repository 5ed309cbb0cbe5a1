import type { Socket } from 'socket.io';
import { networkOf } from '@balcao/sdk/server';

/** What somebody without an account may hold and send. Much more than a page with a chat needs. */
export const guestLimits = {
  /** Milliseconds until a room must have let the socket in: its plugin knows the visitor then. */
  joinMs: 10_000,
  /** Open at a time from one network. */
  sockets: 100,
  /** Bytes of one message, as JSON. */
  bytes: 8_192,
  /** Messages in ten seconds. */
  messages: 60,
};
/** Joins and leaves that may wait for their turn, of anybody's socket. */
export const maxWaiting = 500;

const windowMs = 10_000;

interface Guest extends Pick<Socket, 'handshake' | 'disconnect'> {
  /** A room let them in. */
  data: { isWelcome?: boolean };
  on(event: 'disconnect', listener: () => void): unknown;
}

const addressOf = ({ address, headers }: Socket['handshake'], trustProxy: boolean): string => {
  const forwarded = trustProxy ? String(headers['x-forwarded-for'] ?? '') : '';
  return forwarded.split(',').at(-1)?.trim() || address;
};

/** Sockets of guests on this node, by network. */
export class GuestSockets {
  readonly #open = new Map<string, number>();

  /** Whoever only names a public address must show soon that the plugin behind it knows them; false: too many are here. */
  bind(socket: Guest, trustProxy: boolean): boolean {
    const ip = addressOf(socket.handshake, trustProxy);
    if (!this.came(ip)) return false;
    const late = setTimeout(() => socket.data.isWelcome || socket.disconnect(true), guestLimits.joinMs).unref();
    socket.on('disconnect', () => {
      clearTimeout(late);
      this.left(ip);
    });
    return true;
  }

  /** False when there are too many already. Call `left` for each that came. */
  came(ip: string): boolean {
    const network = networkOf(ip);
    const open = this.#open.get(network) ?? 0;
    if (open >= guestLimits.sockets) return false;
    this.#open.set(network, open + 1);
    return true;
  }

  left(ip: string): void {
    const network = networkOf(ip);
    const open = (this.#open.get(network) ?? 1) - 1;
    if (open > 0) this.#open.set(network, open);
    else this.#open.delete(network);
  }
}

/** Whether one socket's next message is still within its limits. */
export const messageGate = (now: () => number = Date.now): ((payload: unknown) => boolean) => {
  let count = 0;
  let until = 0;
  return (payload) => {
    if (now() >= until) {
      count = 0;
      until = now() + windowMs;
    }
    count += 1;
    return count <= guestLimits.messages && Buffer.byteLength(JSON.stringify(payload) ?? '') <= guestLimits.bytes;
  };
};
