import { atom } from 'jotai';

export const filterPanelAtom = atom(false);
/** State of an address that changes the list and leads to no conversation. */
export const staysAtList = 'list';
