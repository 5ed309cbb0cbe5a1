import { useRef } from 'react';
import type { TicketView } from '../../contract.ts';

/**
 * Fields that change with every message, and do not matter for writing, moving the ticket or reading about the contact.
 */
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

/** Returns the same object until another field changes, however many messages arrive. */
export function useSteadyTicket<T extends TicketView | undefined>(ticket: T): T {
  const known = useRef({ ticket, seen: ticket, key: stands(ticket) });
  if (known.current.seen !== ticket) {
    const key = stands(ticket);
    known.current = key === known.current.key ? { ...known.current, seen: ticket } : { ticket, seen: ticket, key };
  }
  return known.current.ticket;
}
