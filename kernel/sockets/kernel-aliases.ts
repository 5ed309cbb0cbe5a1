import { companyRoom, userRoom, type AliasMessage, type RoomMessage } from '@balcao/sdk/server';
import type { SocketData } from './live-socket.ts';

/** Counterpart of `RoomAlias` for the rooms that every person's socket is in from the start. */
export interface KernelAlias {
  names: readonly string[];
  room: string;
  tell(message: RoomMessage<unknown>, to: SocketData): readonly AliasMessage[];
}

/** Presence, sent to every client that joined anything under an alias. */
export const people: KernelAlias = {
  names: ['company-{companyId}-user'],
  room: companyRoom.id,
  tell: ({ event, data }) => (event === 'presence' ? [{ event: 'update-presence', data }] : []),
};

/** Sent to the session that ended, and to no other session of the person. */
const endedSession: KernelAlias = {
  names: ['company-{companyId}-auth'],
  room: userRoom.id,
  tell({ event, data }, { companyId, sessionId, user }) {
    const { sessionId: ended, reason } = data as { sessionId?: string; reason?: string };
    if (event !== 'session-ended' || ended !== sessionId || !user) return [];
    return [{ event: `company-${companyId}-auth`, data: { action: 'update', reason, user: { id: user.id } } }];
  },
};

export const kernelAliases: readonly KernelAlias[] = [people, endedSession];
