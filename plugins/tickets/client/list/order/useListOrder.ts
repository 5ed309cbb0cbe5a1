import { atom, useAtomValue } from 'jotai';
import { useCallback } from 'react';
import { usePoint, useSession, type Session } from '@balcao/sdk/client';
import type { TicketStatus } from '../../../contract.ts';
import { orderFor } from '../../model/list-filters.ts';
import type { ChosenOrders, ListOrder } from '../../model/list-filters.ts';
import { listOrderPoint } from '../../parts.ts';

/** Name of the preference in the person's account: the same on every device. */
export const preference = 'tickets.order';

/** Chosen since the session was loaded. */
export const chosenAtom = atom<{ userId: number; orders: ChosenOrders } | undefined>(undefined);

/** Returns the orders that this person had chosen when the session was loaded. */
export const storedOrders = ({ user }: Session): ChosenOrders | undefined =>
  (user['preferences'] as Record<string, ChosenOrders> | undefined)?.[preference];

/** Returns the orders that this person has chosen. */
export function useChosenOrders(): ChosenOrders | null | undefined {
  const session = useSession();
  const since = useAtomValue(chosenAtom);
  return since?.userId === session.user.id ? since.orders : storedOrders(session);
}

/** Returns the order of each tab's rows for this person. */
export function useListOrder(): (status: TicketStatus) => ListOrder {
  const chosen = useChosenOrders();
  const added = usePoint(listOrderPoint);
  return useCallback((status: TicketStatus) => orderFor(status, chosen, added), [added, chosen]);
}
