import { getDefaultStore } from 'jotai';
import { peekedTicketAtom } from '../list/peek/peeked-ticket.ts';
import { viewDialogAtom } from '../list/views/view-dialogs.ts';
import { closeOver } from '../view/open-over.ts';

/** Overlays that the list opened are closed with the page. */
export function closeAllOverlays(): void {
  const store = getDefaultStore();
  closeOver(store);
  store.set(peekedTicketAtom, undefined);
  store.set(viewDialogAtom, undefined);
}
