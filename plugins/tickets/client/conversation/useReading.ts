import { useEffect } from 'react';
import { useSession } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { readAsItComes, readNow } from '../data/reading.ts';
import type { TicketActions } from '../data/useTicketActions.ts';
import { useIsLooking } from './useIsLooking.ts';

/**
 * What its attendant sees counts as read. A manager who looks in, or somebody who peeks at a waiting one, reads
 * nothing on another's behalf.
 */
export function useReading(ticket: TicketView, actions: TicketActions): void {
  const { user } = useSession();
  const isLooking = useIsLooking();
  const isMine = ticket.status !== 'pending' && (ticket.userId === user.id || ticket.userId === null);
  const isReading = isMine && isLooking;
  const { id, uuid, unreadMessages } = ticket;
  const { markRead } = actions;
  useEffect(
    () => (isReading ? readAsItComes(id, () => void markRead({ id, uuid })) : undefined),
    [id, isReading, markRead, uuid],
  );
  // What was unread before, and what a list that was asked anew brings.
  useEffect(() => {
    if (isReading && unreadMessages > 0) readNow(id);
  }, [id, isReading, unreadMessages]);
}
