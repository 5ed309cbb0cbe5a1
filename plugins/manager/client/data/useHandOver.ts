import { useMemo } from 'react';
import { api, useSession, useT, useToasts } from '@balcao/sdk/client';
import type { TicketView } from '@balcao/tickets/contract';
import { nobody, type PanelRow } from '../../panel.ts';
import type { PanelStore } from './panel-store.ts';

/** A person, or `nobody`: the conversation goes back to wait. */
export interface Receiver {
  id: number;
  name: string;
  queueIds: readonly number[];
}

/**
 * The department in which a person receives a conversation: its own, else the person's only one. Null: somebody has to
 * choose.
 */
export const queueFor = (row: Pick<PanelRow, 'queueId'>, { queueIds }: Pick<Receiver, 'queueIds'>): number | null =>
  row.queueId ?? (queueIds.length === 1 ? (queueIds[0] ?? null) : null);

/** Hands conversations over and takes them back. Failures are shown; the screen follows the server. */
export function useHandOver(store: PanelStore) {
  const t = useT();
  const toasts = useToasts();
  const { user } = useSession();
  return useMemo(() => {
    const put = async (id: number, body: object): Promise<void> => {
      const ticket = await api.put<TicketView>(`/tickets/${id}`, body);
      store.applyNow(id, { ticket });
    };
    const tried = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        toasts.error(error);
      }
    };
    /** The change that leads back to how the conversation was; undefined: there is none. */
    const wayBack = ({ userId, queueId, status }: PanelRow, toId: number): object | undefined => {
      if (toId === user.id && userId === null) return { status: 'pending', userId: null, from: 'open' };
      if (toId !== nobody) return { status, userId, queueId, takesBack: true };
      return queueId === null ? undefined : { status, userId, queueId, from: 'pending' };
    };
    const toPerson = (row: PanelRow, { id }: Receiver, queueId: number | null): Promise<void> =>
      put(row.id, { status: 'open', userId: id, queueId, from: row.status, fromUserId: row.userId, notifyUser: true });
    const toNobody = (row: PanelRow): Promise<void> =>
      put(row.id, { status: 'pending', userId: null, from: 'open', fromUserId: row.userId });

    return async (row: PanelRow, to: Receiver, queueId = queueFor(row, to)): Promise<void> => {
      if ((row.userId ?? nobody) === to.id) return;
      await tried(async () => {
        await (to.id === nobody ? toNobody(row) : toPerson(row, to, queueId));
        const back = wayBack(row, to.id);
        const names = { name: row.contact.name, to: to.name };
        const text = t(to.id === nobody ? 'done.returned' : 'done.handedOver', names);
        if (back) toasts.undo(text, () => void tried(() => put(row.id, back)));
        else toasts.success(text);
      });
    };
  }, [store, t, toasts, user.id]);
}
