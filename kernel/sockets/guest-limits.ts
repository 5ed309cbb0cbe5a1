import type { Socket } from 'socket.io';
import { networkOf } from '@balcao/sdk/server';

/** Limits of a socket without an account, much higher than a page with a chat needs. */
export const guestLimits = {
  /** Milliseconds within which a room must admit the socket, because then its plugin knows the visitor. */
  joinMs: 10_000,
  /** Most open sockets of one network. */
  sockets: 100,
  /** Most bytes of one message, as JSON. */
  bytes: 8_192,
  /** Most messages in ten seconds. */
  messages: 60,
};
/** Most joins and leaves of one socket that may wait, for people and guests. */
export const maxWaiting = 500;

const windowMs = 10_000;

interface Guest extends Pick<Socket, 'handshake' | 'disconnect'> {
  /** True when a room admitted the guest. */
  data: { isWelcome?: boolean };
  on(event: 'disconnect', listener: () => void): unknown;
}

const addressOf = ({ address, headers }: Socket['handshake'], trustProxy: boolean): string => {
  const forwarded = trustProxy ? String(headers['x-forwarded-for'] ?? '') : '';
  return forwarded.split(',').at(-1)?.trim() || address;
};

/** Counts the sockets of guests on this node by network. */
export class GuestSockets {
  readonly #open = new Map<string, number>();

  /**
   * Limits a guest socket, which knows only a public address until a plugin admits it. Returns false when there are
   * too many.
   */
  bind(socket: Guest, trustProxy: boolean): boolean {
    const ip = addressOf(socket.handshake, trustProxy);
    if (!this.opened(ip)) return false;
    const late = setTimeout(() => socket.data.isWelcome || socket.disconnect(true), guestLimits.joinMs).unref();
    socket.on('disconnect', () => {
      clearTimeout(late);
      this.closed(ip);
    });
    return true;
  }

  /**
   * Counts a new socket. Returns false when there are too many; `closed` must be called for each one that was counted.
   */
  opened(ip: string): boolean {
    const network = networkOf(ip);
    const open = this.#open.get(network) ?? 0;
    if (open >= guestLimits.sockets) return false;
    this.#open.set(network, open + 1);
    return true;
  }

  closed(ip: string): void {
    const network = networkOf(ip);
    const open = (this.#open.get(network) ?? 1) - 1;
    if (open > 0) this.#open.set(network, open);
    else this.#open.delete(network);
  }
}

/** Returns a function that tells whether a socket's next message is within its limits. */
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
