import { atom } from 'jotai';
import { ticketDialogAtom } from '../dialogs/ticket-dialogs.ts';
import { viewedPictureAtom } from '../message/media/viewed-picture.ts';
import type { Store } from './scope.ts';

/** Whether the contact lies over the conversation where there is no room beside it. */
export const contactOverAtom = atom(false);

/** What stands over a view goes with it: it would meet whoever comes back, or somebody else who signed in since. */
export function closeOver(store: Store): void {
  store.set(ticketDialogAtom, undefined);
  store.set(viewedPictureAtom, undefined);
  store.set(contactOverAtom, false);
}
