import { useRef } from 'react';
import type { TicketView } from '../../contract.ts';

/** What changes with every message, and is nothing to whoever writes, moves the ticket on or reads about the contact. */
const restless: ReadonlySet<string> = new Set<keyof TicketView>([
  'lastMessage',
  'lastMessageAck',
  'lastMessageType',
  'unreadMessages',
  'updatedAt',
  'window',
]);
const stands = (ticket: TicketView | undefined): string | undefined =>
  JSON.stringify(ticket, (key, value: unknown) => (restless.has(key) ? undefined : value));

/** The same object until something else changes, however many messages arrive. */
export function useSteadyTicket<T extends TicketView | undefined>(ticket: T): T {
  const known = useRef({ ticket, seen: ticket, key: stands(ticket) });
  if (known.current.seen !== ticket) {
    const key = stands(ticket);
    known.current = key === known.current.key ? { ...known.current, seen: ticket } : { ticket, seen: ticket, key };
  }
  return known.current.ticket;
}
