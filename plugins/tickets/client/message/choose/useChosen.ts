import { useAtom, useSetAtom } from 'jotai';
import { useCallback, useEffect, useMemo } from 'react';
import type { MessageView } from '../../../contract.ts';
import { ticketDialogAtom } from '../../dialogs/ticket-dialogs.ts';
import { chosenMessagesAtom, toggled } from './chosen-messages.ts';

/** Messages of a conversation that are chosen together: undefined while nobody chooses. Left with the conversation. */
export function useChosen(ticketId: number) {
  const [all, setAll] = useAtom(chosenMessagesAtom);
  const open = useSetAtom(ticketDialogAtom);
  const own = all?.ticketId === ticketId ? all.messages : undefined;
  const chosen = useMemo(() => own && new Set(own.map(({ id }) => id)), [own]);
  const choose = useCallback((message: MessageView) => setAll((known) => toggled(known, message)), [setAll]);
  const forward = useCallback((message: MessageView) => open({ kind: 'forward', messages: [message] }), [open]);
  useEffect(() => () => setAll((known) => (known?.ticketId === ticketId ? undefined : known)), [setAll, ticketId]);
  return { chosen, choose, forward };
}
