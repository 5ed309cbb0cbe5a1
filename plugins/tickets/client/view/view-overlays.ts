import { atom } from 'jotai';
import { isSessionExpired } from '@balcao/sdk/client';
import { ticketDialogAtom } from '../dialogs/ticket-dialogs.ts';
import { viewedPictureAtom } from '../message/media/viewed-picture.ts';
import type { Store } from './scope.ts';

/** True while the contact panel is open over the conversation, where it has no room beside it. */
export const contactOverlayAtom = atom(false);

/**
 * Closes the overlays of a view that is left: otherwise they would be open on returning. A view that is only hidden
 * because the session expired keeps them, with what is typed in them: its person finds them after the login, and for
 * anybody else the page is loaded again.
 */
export function closeOverlays(store: Store): void {
  if (isSessionExpired()) return;
  store.set(ticketDialogAtom, undefined);
  store.set(viewedPictureAtom, undefined);
  store.set(contactOverlayAtom, false);
}
