import { useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { api, useSession, useT, useToasts } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { writeFilters } from '../model/listFilters.ts';
import { catchUp, ticketChanged, ticketGone, ticketRead } from './ticketCache.ts';
import { otherTicketOf, otherTicketText, takerOf } from './refusals.ts';

export interface TransferTo {
  userId: number | null;
  queueId: number;
  notifyUser: boolean;
}
export interface ResolveAnswers {
  defaultRemoveUserQueue?: boolean;
  sendCloseMessage?: boolean;
}

/**
 * What can be done with a ticket, from wherever it is shown. Failures are told; those with a dialog reject. The same
 * object wherever the person goes: every row of the list is given it, and would be drawn anew.
 */
export function useTicketActions() {
  const t = useT();
  const toasts = useToasts();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { user } = useSession();
  const place = useRef({ navigate, pathname, search });
  place.current = { navigate, pathname, search };

  return useMemo(() => {
    const go = (path: string): void => void place.current.navigate(path);
    const isOpen = (ticket: TicketView): boolean => place.current.pathname === `/tickets/${ticket.uuid}`;
    const address = (change: Parameters<typeof writeFilters>[1]): string => {
      const { pathname, search } = place.current;
      const next = writeFilters(new URLSearchParams(pathname.startsWith('/tickets') ? search : ''), change).toString();
      return next ? `?${next}` : '';
    };
    const leave = (ticket: TicketView): void => {
      if (isOpen(ticket)) go(`/tickets${place.current.search}`);
    };
    const put = async (ticket: TicketView, body: Record<string, unknown>): Promise<TicketView> => {
      const answer = await api.put<Partial<TicketView> | undefined>(`/tickets/${ticket.id}`, body);
      const changed = { ...ticket, ...answer };
      if (answer?.contact) ticketChanged(changed, user);
      else catchUp();
      return changed;
    };
    const tried = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        toasts.error(error);
        catchUp();
      }
    };

    const accept = async (ticket: TicketView): Promise<void> => {
      try {
        await put(ticket, { status: 'open', userId: user.id });
        go(`/tickets/${ticket.uuid}${address({ status: 'open' })}`);
      } catch (error) {
        const taker = takerOf(error);
        toasts.error(taker === undefined ? error : taker ? t('action.taken', { user: taker }) : t('action.takenUnnamed'));
        catchUp();
      }
    };
    const reopen = (ticket: TicketView): Promise<void> =>
      tried(async () => {
        try {
          await put(ticket, { status: 'open', userId: user.id });
          go(`/tickets/${ticket.uuid}${address({ status: 'open' })}`);
        } catch (error) {
          const other = otherTicketOf(error);
          if (other === undefined) throw error;
          toasts.info(otherTicketText(other, t));
          if (other.mayOpen) go(`/tickets/${other.uuid}${address({})}`);
        }
      });

    const pathOf = (ticket: Pick<TicketView, 'uuid' | 'status'>): string =>
      `/tickets/${ticket.uuid}${address({ status: ticket.status })}`;

    return {
      open: (ticket: Pick<TicketView, 'uuid' | 'status'>): void => go(pathOf(ticket)),
      accept,
      reopen,
      giveBack: (ticket: TicketView) =>
        tried(async () => {
          await put(ticket, { status: 'pending', userId: null });
          leave(ticket);
          toasts.undo(t('action.returned', { name: ticket.contact.name }), () => void accept(ticket));
        }),
      resolve: async (ticket: TicketView, answers: ResolveAnswers): Promise<void> => {
        await put(ticket, { status: 'closed', userId: ticket.userId ?? user.id, ...answers });
        leave(ticket);
        toasts.undo(t('action.resolved', { name: ticket.contact.name }), () => void reopen(ticket));
      },
      transfer: async (ticket: TicketView, to: TransferTo): Promise<void> => {
        const status = to.userId === null ? 'pending' : 'open';
        await put(ticket, { status, userId: to.userId, queueId: to.queueId, notifyUser: to.notifyUser });
        if (to.userId !== user.id) leave(ticket);
        toasts.success(t('action.transferred', { name: ticket.contact.name }));
      },
      remove: async (ticket: TicketView): Promise<void> => {
        await api.delete(`/tickets/${ticket.id}`);
        leave(ticket);
        ticketGone(ticket.id);
        toasts.success(t('action.deleted'));
      },
      markRead: async (ticket: Pick<TicketView, 'id' | 'uuid'>): Promise<void> => {
        ticketRead(ticket.id);
        await api.put(`/tickets/${ticket.uuid}/read`).catch(() => undefined);
      },
      /** A ticket's address, with the tab it stands in and the filters that are on. */
      pathOf,
    };
  }, [t, toasts, user]);
}
export type TicketActions = ReturnType<typeof useTicketActions>;
