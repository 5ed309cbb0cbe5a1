import { useSetAtom } from 'jotai';
import { api, useSession, useToasts } from '@balcao/sdk/client';
import type { TicketStatus } from '../../../contract.ts';
import { chosenOrders } from '../../model/chosen-orders.ts';
import { chosenAtom, preference, useChosenOrders } from './useListOrder.ts';

/** Stores another order of a tab's rows. */
export function useChooseOrder(): (status: TicketStatus, order: string) => void {
  const { user } = useSession();
  const toasts = useToasts();
  const chosen = useChosenOrders();
  const setSince = useSetAtom(chosenAtom);
  return (status, order) => {
    const orders = { ...chosenOrders(chosen), [status]: order };
    setSince({ userId: user.id, orders });
    void api.put('/auth/me', { preferences: { [preference]: orders } }).catch((error: unknown) => {
      // If storing fails, the order lasts until the page is left.
      toasts.error(error);
    });
  };
}
