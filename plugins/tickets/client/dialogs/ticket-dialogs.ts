import { atom, useSetAtom } from 'jotai';
import { useMemo } from 'react';
import { useSession, useToasts } from '@balcao/sdk/client';
import type { MessageView, TicketView } from '../../contract.ts';
import { reloadTickets } from '../data/ticket-cache.ts';
import { useTicketActions } from '../data/useTicketActions.ts';
import { useViewStore } from '../view/scope.ts';

export type TicketDialog =
  | { kind: 'transfer' | 'delete' | 'snooze' | 'log'; ticket: TicketView }
  | { kind: 'resolve'; ticket: TicketView; next?: TicketView | null }
  | { kind: 'forward'; messages: readonly MessageView[]; onDone?: () => void }
  | { kind: 'new'; contactId?: number; fresh?: { name: string; number: string } };

/** The dialog that is open over a conversation, or over the list. */
export const ticketDialogAtom = atom<TicketDialog | undefined>(undefined);

/** Returns what has to be asked on closing, by the company's settings. */
export function useResolveQuestions(): { removeFromQueue: boolean; closeMessage: boolean } {
  const { setting } = useSession();
  return {
    removeFromQueue: setting('defaultRemoveUserQueue') === 'question',
    closeMessage: setting('sendCloseMessage') === 'question',
  };
}

export function useTicketDialogs() {
  const open = useSetAtom(ticketDialogAtom, useViewStore());
  const toasts = useToasts();
  const actions = useTicketActions();
  const { removeFromQueue, closeMessage } = useResolveQuestions();
  return useMemo(
    () => ({
      open,
      /**
       * Closes at once when there is nothing to ask. `next` opens afterwards; null: there is none, and a message says
       * so; absent: the list is shown.
       */
      resolve: (ticket: TicketView, next?: TicketView | null): void => {
        if (removeFromQueue || closeMessage)
          return open({ kind: 'resolve', ticket, ...(next !== undefined && { next }) });
        void actions.resolve(ticket, {}, next).catch((error: unknown) => {
          toasts.error(error);
          reloadTickets();
        });
      },
    }),
    [actions, closeMessage, open, removeFromQueue, toasts],
  );
}
