import { atom } from 'jotai';

/** True while the list on the screen contains colleagues' tickets: then their live updates are received. */
export const showAllAtom = atom(false);
