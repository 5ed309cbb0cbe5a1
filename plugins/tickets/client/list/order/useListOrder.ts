import { atom, useAtomValue } from 'jotai';
import { useCallback } from 'react';
import { usePoint, useSession, type Session } from '@balcao/sdk/client';
import type { TicketStatus } from '../../../contract.ts';
import { orderFor } from '../../model/listFilters.ts';
import type { ChosenOrders, ListOrder } from '../../model/listFilters.ts';
import { listOrderPoint } from '../../parts.ts';

/** Where it is kept among the preferences of the person's account: the same on every device. */
export const preference = 'tickets.order';

/** What was chosen since the session was read. */
export const chosenAtom = atom<{ userId: number; orders: ChosenOrders } | undefined>(undefined);

/** What this person chose before the session was read. */
export const keptOrders = ({ user }: Session): ChosenOrders | undefined =>
  (user['preferences'] as Record<string, ChosenOrders> | undefined)?.[preference];

/** What this person chose, now or before. */
export function useChosenOrders(): ChosenOrders | null | undefined {
  const session = useSession();
  const since = useAtomValue(chosenAtom);
  return since?.userId === session.user.id ? since.orders : keptOrders(session);
}

/** In which order this person wants the rows of each tab. */
export function useListOrder(): (status: TicketStatus) => ListOrder {
  const chosen = useChosenOrders();
  const added = usePoint(listOrderPoint);
  return useCallback((status: TicketStatus) => orderFor(status, chosen, added), [added, chosen]);
}
