import { atom, getDefaultStore } from 'jotai';

export type ViewDialog = 'save' | 'manage';

/** The dialog about saved views that stands over the list. */
export const viewDialogAtom = atom<ViewDialog | undefined>(undefined);

/** From the palette, which is no part of the list. */
export const openViewDialog = (dialog: ViewDialog): void => getDefaultStore().set(viewDialogAtom, dialog);
