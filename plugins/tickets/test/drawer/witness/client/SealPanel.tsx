import type { TicketView } from '@balcao/tickets/contract';

let drawn = 0;

/** Shows how often it was rendered. */
export default function SealPanel({ ticket }: { ticket: TicketView }) {
  drawn += 1;
  return <p data-drawn={drawn}>Selo de {ticket.contact.name}</p>;
}
