import { atom, useAtom } from 'jotai';
import { useCallback } from 'react';
import { api, useSession, useToasts } from '@balcao/sdk/client';
import type { TicketStatus } from '../../../contract.ts';
import { chosenOrders, orderFor } from '../../model/listFilters.ts';
import type { ChosenOrders, ListOrder } from '../../model/listFilters.ts';

/** Where it is kept among the preferences of the person's account: the same on every device. */
const preference = 'tickets.order';

/** What was chosen since the session was read. */
const chosenAtom = atom<{ userId: number; orders: ChosenOrders } | undefined>(undefined);

/** In which order this person wants the rows of each tab. */
export function useListOrder(): [
  (status: TicketStatus) => ListOrder,
  (status: TicketStatus, order: ListOrder) => void,
] {
  const { user } = useSession();
  const toasts = useToasts();
  const [since, setSince] = useAtom(chosenAtom);
  const kept = (user['preferences'] as Record<string, unknown> | undefined)?.[preference];
  const now = since?.userId === user.id ? since.orders : undefined;
  const of = useCallback((status: TicketStatus) => orderFor(status, now ?? chosenOrders(kept)), [kept, now]);
  const choose = (status: TicketStatus, order: ListOrder): void => {
    const orders = { ...(now ?? chosenOrders(kept)), [status]: order };
    setSince({ userId: user.id, orders });
    void api.put('/auth/me', { preferences: { [preference]: orders } }).catch((error: unknown) => {
      // What could not be kept holds until the page is left.
      toasts.error(error);
    });
  };
  return [of, choose];
}
