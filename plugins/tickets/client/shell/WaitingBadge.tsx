import { useT } from '@balcao/sdk/client';
import { Count } from '@balcao/sdk/ui';
import { useTicketCounts } from '../data/useTicketList.ts';
import { readFilters } from '../model/listFilters.ts';

const unfiltered = readFilters(new URLSearchParams());

/** How many wait, beside the menu entry. */
export default function WaitingBadge() {
  const t = useT();
  const waiting = useTicketCounts(unfiltered)?.open.pending ?? 0;
  return waiting > 0 ? <Count value={waiting} unread label={t('menu.waiting', { count: waiting })} /> : null;
}
