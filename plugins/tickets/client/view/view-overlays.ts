import { atom } from 'jotai';
import { ticketDialogAtom } from '../dialogs/ticket-dialogs.ts';
import { viewedPictureAtom } from '../message/media/viewed-picture.ts';
import type { Store } from './scope.ts';

/** True while the contact panel is open over the conversation, where it has no room beside it. */
export const contactOverlayAtom = atom(false);

/**
 * Closes the overlays of a view that is left: otherwise they would be open on returning, or for another person who
 * signed in since.
 */
export function closeOverlays(store: Store): void {
  store.set(ticketDialogAtom, undefined);
  store.set(viewedPictureAtom, undefined);
  store.set(contactOverlayAtom, false);
}
