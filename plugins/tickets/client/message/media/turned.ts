import { atom } from 'jotai';

/** Quarter turns of pictures that were looked at, by address: they stay as long as the page does. */
export const turnedAtom = atom<ReadonlyMap<string | null, number>>(new Map());
