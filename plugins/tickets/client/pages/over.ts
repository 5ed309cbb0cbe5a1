import { getDefaultStore } from 'jotai';
import { ticketDialogAtom } from '../dialogs/ticket-dialogs.ts';
import { peekedTicketAtom } from '../list/peek/peeked-ticket.ts';
import { viewDialogAtom } from '../list/views/view-dialogs.ts';
import { viewedPictureAtom } from '../message/media/viewed-picture.ts';
import { contactOverAtom } from './screen.ts';

/** What stands over the page goes with it: it would meet whoever comes back, or somebody else who signed in since. */
export function closeAllOver(): void {
  const store = getDefaultStore();
  store.set(ticketDialogAtom, undefined);
  store.set(peekedTicketAtom, undefined);
  store.set(viewDialogAtom, undefined);
  store.set(viewedPictureAtom, undefined);
  store.set(contactOverAtom, false);
}
