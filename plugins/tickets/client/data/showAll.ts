import { atom } from 'jotai';

/** Whether the list on the screen holds colleagues' tickets: then their news are listened to. */
export const showAllAtom = atom(false);
