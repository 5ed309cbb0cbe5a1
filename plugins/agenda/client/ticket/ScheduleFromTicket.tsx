import type { TicketView } from '@balcao/tickets/contract';
import MessageDialog from '../message/MessageDialog.tsx';

/** Schedules a message to the customer of a conversation, by its connection. */
export default function ScheduleFromTicket({ ticket, onClose }: { ticket: TicketView; onClose(): void }) {
  return (
    <MessageDialog
      contact={ticket.contact}
      ticketId={ticket.id}
      whatsappId={ticket.whatsappId || null}
      onClose={onClose}
    />
  );
}
