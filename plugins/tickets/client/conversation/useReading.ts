import { useEffect } from 'react';
import { useSession } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { markReadOnArrival, markReadNow } from '../data/mark-read.ts';
import type { TicketActions } from '../data/useTicketActions.ts';
import { useWindowActive } from './useWindowActive.ts';

/**
 * Marks messages as read while the attendant sees them. A manager or a colleague looking at a waiting conversation
 * marks nothing.
 */
export function useReading(ticket: TicketView, actions: TicketActions): void {
  const { user } = useSession();
  const isLooking = useWindowActive();
  const isMine = ticket.status !== 'pending' && (ticket.userId === user.id || ticket.userId === null);
  const isReading = isMine && isLooking;
  const { id, uuid, unreadMessages } = ticket;
  const { markRead } = actions;
  useEffect(
    () => (isReading ? markReadOnArrival(id, () => void markRead({ id, uuid })) : undefined),
    [id, isReading, markRead, uuid],
  );
  // Messages unread before, and those that a reloaded list brings.
  useEffect(() => {
    if (isReading && unreadMessages > 0) markReadNow(id);
  }, [id, isReading, unreadMessages]);
}
