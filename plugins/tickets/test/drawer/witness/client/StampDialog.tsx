import { useT } from '@balcao/sdk/client';
import { FormDialog } from '@balcao/sdk/ui';
import type { TicketView } from '@balcao/tickets/contract';

export default function StampDialog({ ticket, onClose }: { ticket: TicketView; onClose(): void }) {
  const t = useT();
  return (
    <FormDialog open title={t('action.stamp')} submitLabel={t('action.stamp')} onSubmit={onClose} onClose={onClose}>
      <p>Carimbo para {ticket.contact.name}</p>
    </FormDialog>
  );
}
