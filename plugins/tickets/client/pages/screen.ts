import { atom } from 'jotai';

export const filterPanelAtom = atom(false);
/** Navigation state of an address that changes the list and opens no conversation. */
export const staysAtList = 'list';
