import type { TicketLogProps } from '../../contract.ts';
import { useTicketById } from '../data/useTicketById.ts';
import { LogDialog } from '../log/LogDialog.tsx';

/** The log of a conversation, over the page of another plugin. */
export default function Log({ ticketId, onClose }: TicketLogProps) {
  const { ticket, refusal } = useTicketById(ticketId);
  return <LogDialog ticket={ticket} refusal={refusal} onClose={onClose} />;
}
