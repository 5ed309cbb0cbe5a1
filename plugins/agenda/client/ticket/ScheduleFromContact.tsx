import type { Contact } from '@balcao/contacts/contract';
import MessageDialog from '../message/MessageDialog.tsx';

/** Schedules a message to a contact of the list. */
export default function ScheduleFromContact({ contact, onClose }: { contact: Contact; onClose(): void }) {
  return <MessageDialog contact={contact} onClose={onClose} />;
}
