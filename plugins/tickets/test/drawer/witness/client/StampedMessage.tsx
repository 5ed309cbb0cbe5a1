import type { MessageView, TicketView } from '@balcao/tickets/contract';

/** A message that only this plugin can render. */
export default function StampedMessage({ message, ticket }: { message: MessageView; ticket: TicketView }) {
  if (message.body === 'carimbo:rasgado') throw new Error('o carimbo rasgou');
  return (
    <strong>
      Carimbo {message.body.slice('carimbo:'.length)} de {ticket.contact.name}
    </strong>
  );
}
