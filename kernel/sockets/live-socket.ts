import type { Socket } from 'socket.io';
import type { Member } from './membership.ts';

/** The data that the kernel stores with a socket: whom it belongs to. */
export interface SocketData extends Member {
  sessionId?: string;
  /** True when a room admitted the guest. */
  isWelcome?: boolean;
}

interface Sent {
  /** The socket was removed from the room of this name, because its person may not be in it any more. */
  left(name: string): void;
  /** The person may see more now, so that rooms that were refused are requested again. */
  'may-join'(): void;
}

/** A socket of a person or guest, after its handshake. */
export type LiveSocket = Socket<Record<string, never>, Sent, Record<string, never>, SocketData>;
