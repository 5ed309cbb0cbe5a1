import { getDefaultStore } from 'jotai';
import { peekedTicketAtom } from '../list/peek/peeked-ticket.ts';
import { viewDialogAtom } from '../list/views/view-dialogs.ts';
import { closeOver } from '../view/open-over.ts';

/** What the list opened over the page goes with the page. */
export function closeAllOverlays(): void {
  const store = getDefaultStore();
  closeOver(store);
  store.set(peekedTicketAtom, undefined);
  store.set(viewDialogAtom, undefined);
}
