import { getDefaultStore } from 'jotai';
import { peekedTicketAtom } from '../list/peek/peeked-ticket.ts';
import { viewDialogAtom } from '../list/views/view-dialogs.ts';
import { isSessionExpired } from '@balcao/sdk/client';
import { closeOverlays } from '../view/view-overlays.ts';

/** Overlays that the list opened are closed with the page; see `closeOverlays` for a page that is only hidden. */
export function closeAllOverlays(): void {
  if (isSessionExpired()) return;
  const store = getDefaultStore();
  closeOverlays(store);
  store.set(peekedTicketAtom, undefined);
  store.set(viewDialogAtom, undefined);
}
