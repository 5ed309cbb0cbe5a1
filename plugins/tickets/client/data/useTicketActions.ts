import { useMemo, useRef } from 'react';
import { api, useFormat, useSession, useT, useToasts } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { pathOf, useViewScope } from '../view/page-scope.ts';
import { snoozeTicket, unsnoozeTicket } from './marks.ts';
import { reloadTickets, ticketChanged, ticketGone, ticketRead } from './ticket-cache.ts';
import { otherTicketOf, otherTicketText, acceptedBy } from './refusals.ts';

export interface TransferTo {
  userId: number | null;
  queueId: number;
  notifyUser: boolean;
  /** Becomes an internal note in the conversation. */
  note?: string;
  /** Name of the receiver, for messages. */
  name?: string;
}
export interface ResolveAnswers {
  defaultRemoveUserQueue?: boolean;
  sendCloseMessage?: boolean;
}

/**
 * The actions on a ticket, wherever it is shown. Failures are shown as messages; `resolve`, `transfer`, `remove` and
 * `snooze`, which have a dialog, reject. The same object until the view, the person or the language changes: each row of
 * the list gets it, and would be rendered again.
 */
export function useTicketActions() {
  const t = useT();
  const toasts = useToasts();
  const scope = useViewScope();
  const { user } = useSession();
  const format = useFormat();
  const formats = useRef(format);
  formats.current = format;

  return useMemo(() => {
    const leave = (ticket: TicketView): void => {
      if (scope.shows(ticket)) scope.leave();
    };
    const put = async (ticket: TicketView, body: Record<string, unknown>): Promise<TicketView> => {
      const answer = await api.put<Partial<TicketView> | undefined>(`/tickets/${ticket.id}`, body);
      const changed = { ...ticket, ...answer };
      if (answer?.contact) ticketChanged(changed, user);
      else reloadTickets();
      return changed;
    };
    /**
     * Opens the ticket after an action, unless the person went elsewhere meanwhile: their typing is not meant for
     * another conversation.
     */
    const openAfter = async (ticket: TicketView, status: TicketView['status'], work: () => Promise<unknown>) => {
      const before = scope.current();
      await work();
      // Showing the same conversation in another tab of the list adds no step to the browser's history.
      if (scope.current() === before) scope.open({ uuid: ticket.uuid, status }, { replace: scope.shows(ticket) });
    };
    const tried = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        toasts.error(error);
        reloadTickets();
      }
    };

    const accept = async (ticket: TicketView): Promise<void> => {
      try {
        await openAfter(ticket, 'open', () => put(ticket, { status: 'open', userId: user.id, from: 'pending' }));
      } catch (error) {
        const taker = acceptedBy(error);
        toasts.error(
          taker === undefined ? error : taker ? t('action.taken', { user: taker }) : t('action.takenUnnamed'),
        );
        reloadTickets();
      }
    };
    const backTo = (ticket: TicketView, to: Pick<TicketView, 'status' | 'userId'> & { queueId?: number | null }) =>
      tried(async () => {
        try {
          await openAfter(ticket, to.status, () => put(ticket, { ...to, from: 'closed' }));
        } catch (error) {
          const other = otherTicketOf(error);
          if (other === undefined) throw error;
          toasts.info(otherTicketText(other, t));
          if (other.mayOpen) scope.open({ uuid: other.uuid });
        }
      });

    const reopen = (ticket: TicketView): Promise<void> => backTo(ticket, { status: 'open', userId: user.id });

    return {
      open: (ticket: Pick<TicketView, 'uuid' | 'status'>): void => scope.open(ticket),
      accept,
      reopen,
      returnTicket: (ticket: TicketView) =>
        tried(async () => {
          await put(ticket, { status: 'pending', userId: null, from: 'open' });
          leave(ticket);
          toasts.undo(t('action.returned', { name: ticket.contact.name }), () => void accept(ticket));
        }),
      resolve: async (ticket: TicketView, answers: ResolveAnswers, next?: TicketView | null): Promise<void> => {
        await put(ticket, { status: 'closed', userId: ticket.userId ?? user.id, ...answers });
        if (next && scope.shows(ticket)) scope.open(next, { replace: true });
        else leave(ticket);
        if (next === null) toasts.info(t('action.noNext'));
        // The attendant and queue before, which a closed ticket no longer has.
        const { status, userId, queueId } = ticket;
        toasts.undo(
          t('action.resolved', { name: ticket.contact.name }),
          () => void backTo(ticket, { status, userId, queueId }),
        );
      },
      transfer: async (ticket: TicketView, to: TransferTo): Promise<void> => {
        const status = to.userId === null ? 'pending' : 'open';
        const { name, ...target } = to;
        await put(ticket, { ...target, status, from: ticket.status });
        if (to.userId !== user.id) leave(ticket);
        const { userId, queueId } = ticket;
        const values = { name: ticket.contact.name, to: name ?? '' };
        toasts.undo(
          t(name ? 'action.transferredTo' : 'action.transferred', values),
          () =>
            void tried(async () => {
              const back = { status: ticket.status, userId, queueId, takesBack: true };
              await openAfter(ticket, ticket.status, () => put(ticket, back));
            }),
        );
      },
      remove: async (ticket: TicketView): Promise<void> => {
        await api.delete(`/tickets/${ticket.id}`);
        leave(ticket);
        ticketGone(ticket.id);
        toasts.success(t('action.deleted'));
      },
      markRead: async (ticket: Pick<TicketView, 'id' | 'uuid'>): Promise<void> => {
        ticketRead(ticket.id);
        // After a failure the unread count is restored.
        await api.put(`/tickets/${ticket.uuid}/read`).catch(reloadTickets);
      },
      /** Marks it as unread for everybody who sees it; this person has put it aside for now. */
      markUnread: (ticket: TicketView): Promise<void> =>
        tried(async () => {
          leave(ticket);
          await api.put(`/tickets/${ticket.uuid}/unread`);
        }),
      snooze: async (ticket: TicketView, until: Date): Promise<void> => {
        await snoozeTicket(ticket.id, until);
        leave(ticket);
        toasts.undo(
          t('snooze.done', { name: ticket.contact.name, time: formats.current.dateTime(until) }),
          () => void tried(() => unsnoozeTicket(ticket.id)),
        );
      },
      pathOf,
    };
  }, [scope, t, toasts, user]);
}
export type TicketActions = ReturnType<typeof useTicketActions>;
