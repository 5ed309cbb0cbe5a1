import { ConfirmDialog } from '@balcao/sdk/ui';
import { useT } from '@balcao/sdk/client';
import type { TicketView } from '@balcao/tickets/contract';

/** An action on many conversations at once. */
export default function StampAllDialog({
  tickets,
  close,
}: {
  tickets: readonly TicketView[];
  close(isDone?: boolean): void;
}) {
  const t = useT();
  return (
    <ConfirmDialog
      open
      title={t('bulk.title', { count: tickets.length })}
      text={tickets.map(({ contact }) => contact.name).join(', ')}
      confirmLabel={t('bulk.stamp')}
      onConfirm={() => close(true)}
      onClose={() => close()}
    />
  );
}
