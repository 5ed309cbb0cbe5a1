import type { Socket } from 'socket.io';
import type { Member } from './membership.ts';

/** The data that the kernel stores with a socket: whom it belongs to. */
export interface SocketData extends Member {
  sessionId?: string;
  /** True when a room admitted the guest. */
  isWelcome?: boolean;
}

/** A socket of a person or guest, after its handshake. */
export type LiveSocket = Socket<Record<string, never>, Record<string, never>, Record<string, never>, SocketData>;
