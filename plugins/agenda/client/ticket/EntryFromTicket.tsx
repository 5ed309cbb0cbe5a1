import type { TicketView } from '@balcao/tickets/contract';
import EntryDialog from '../entry/EntryDialog.tsx';

/** Adds an appointment with the customer of a conversation to one's calendar. */
export default function EntryFromTicket({ ticket, onClose }: { ticket: TicketView; onClose(): void }) {
  return <EntryDialog contact={ticket.contact} colleagues={[]} onClose={onClose} />;
}
