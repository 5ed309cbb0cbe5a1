import type { TicketView } from '@balcao/tickets/contract';

let drawn = 0;

/** Tells how often it was drawn, for it is drawn no oftener than there is something to see. */
export default function SealPanel({ ticket }: { ticket: TicketView }) {
  drawn += 1;
  return <p data-drawn={drawn}>Selo de {ticket.contact.name}</p>;
}
