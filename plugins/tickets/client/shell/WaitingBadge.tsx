import { useT } from '@balcao/sdk/client';
import { Count } from '@balcao/sdk/ui';
import { useOwnCounts } from '../data/useTicketList.ts';

/** The number of waiting tickets, beside the menu entry. */
export default function WaitingBadge() {
  const t = useT();
  const waiting = useOwnCounts()?.open.pending ?? 0;
  return waiting > 0 ? <Count value={waiting} unread label={t('menu.waiting', { count: waiting })} /> : null;
}
