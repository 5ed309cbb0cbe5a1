import { useEffect } from 'react';
import { useSession } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
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
  const unread = ticket.unreadMessages;
  useEffect(() => {
    if (isMine && isLooking && unread > 0) void actions.markRead(ticket);
    // Only what is unread decides; the row itself changes with every word.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isMine, isLooking, unread, ticket.id]);
}
