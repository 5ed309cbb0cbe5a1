import { useAtom, useSetAtom } from 'jotai';
import { useCallback, useEffect, useMemo } from 'react';
import type { MessageView } from '../../../contract.ts';
import { ticketDialogAtom } from '../../dialogs/ticket-dialogs.ts';
import { useViewStore } from '../../view/scope.ts';
import { chosenMessagesAtom, toggledAll } from './chosen-messages.ts';

/** The selected messages of a conversation; undefined outside selection mode. Leaving the conversation ends it. */
export function useChosen(ticketId: number) {
  const view = useViewStore();
  const [all, setAll] = useAtom(chosenMessagesAtom, view);
  const open = useSetAtom(ticketDialogAtom, view);
  const own = all?.ticketId === ticketId ? all.messages : undefined;
  const chosen = useMemo(() => own && new Set(own.map(({ id }) => id)), [own]);
  const choose = useCallback(
    (messages: readonly MessageView[]) => setAll((known) => toggledAll(known, messages)),
    [setAll],
  );
  const forward = useCallback((messages: readonly MessageView[]) => open({ kind: 'forward', messages }), [open]);
  useEffect(() => () => setAll((known) => (known?.ticketId === ticketId ? undefined : known)), [setAll, ticketId]);
  return { chosen, choose, forward };
}
