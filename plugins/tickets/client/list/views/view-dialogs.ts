import { atom, getDefaultStore } from 'jotai';

export type ViewDialog = 'save' | 'manage';

/** The dialog for saved views that is open over the list. */
export const viewDialogAtom = atom<ViewDialog | undefined>(undefined);

/** For the palette, which is not part of the list. */
export const openViewDialog = (dialog: ViewDialog): void => getDefaultStore().set(viewDialogAtom, dialog);
