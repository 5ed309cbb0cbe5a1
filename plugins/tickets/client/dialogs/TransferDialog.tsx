import { useT } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { useTicketActions } from '../data/useTicketActions.ts';
import { TransferTargetDialog } from './lazy-transfer-target.ts';

/** A dialog to transfer a ticket to a colleague, or to a queue, where it waits. */
export function TransferDialog({ ticket, onClose }: { ticket: TicketView; onClose(): void }) {
  const t = useT();
  const actions = useTicketActions();
  return (
    <TransferTargetDialog
      text={t('transfer.text', { name: ticket.contact.name })}
      ownerId={ticket.userId}
      onTransfer={(to) => actions.transfer(ticket, to)}
      onClose={onClose}
    />
  );
}
