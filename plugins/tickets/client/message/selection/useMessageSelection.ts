import { useAtom, useSetAtom } from 'jotai';
import { useCallback, useEffect, useMemo } from 'react';
import type { MessageView } from '../../../contract.ts';
import { ticketDialogAtom } from '../../dialogs/ticket-dialogs.ts';
import { useViewStore } from '../../view/scope.ts';
import { messageSelectionAtom, withAllToggled } from './message-selection.ts';

/**
 * The selection in one conversation: `selectedIds` is undefined outside selection mode, `toggle` selects or deselects
 * messages together, `forward` opens the forward dialog. Leaving the conversation ends selection mode.
 */
export function useMessageSelection(ticketId: number) {
  const view = useViewStore();
  const [selection, setSelection] = useAtom(messageSelectionAtom, view);
  const open = useSetAtom(ticketDialogAtom, view);
  const messages = selection?.ticketId === ticketId ? selection.messages : undefined;
  const selectedIds = useMemo(() => messages && new Set(messages.map(({ id }) => id)), [messages]);
  const toggle = useCallback(
    (toggled: readonly MessageView[]) => setSelection((current) => withAllToggled(current, toggled)),
    [setSelection],
  );
  const forward = useCallback(
    (forwarded: readonly MessageView[]) => open({ kind: 'forward', messages: forwarded }),
    [open],
  );
  useEffect(
    () => () => setSelection((current) => (current?.ticketId === ticketId ? undefined : current)),
    [setSelection, ticketId],
  );
  return { selectedIds, toggle, forward };
}
