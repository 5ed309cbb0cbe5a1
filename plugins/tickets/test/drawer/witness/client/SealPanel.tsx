import type { TicketView } from '@balcao/tickets/contract';

export default function SealPanel({ ticket }: { ticket: TicketView }) {
  return <p>Selo de {ticket.contact.name}</p>;
}
