import { getDefaultStore } from 'jotai';
import { peekedTicketAtom } from '../list/peek/peeked-ticket.ts';
import { viewDialogAtom } from '../list/views/view-dialogs.ts';
import { closeOverlays } from '../view/view-overlays.ts';

/** Overlays that the list opened are closed with the page. */
export function closeAllOverlays(): void {
  const store = getDefaultStore();
  closeOverlays(store);
  store.set(peekedTicketAtom, undefined);
  store.set(viewDialogAtom, undefined);
}
