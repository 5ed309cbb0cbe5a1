import { atom } from 'jotai';

/** Quarter turns of pictures that were looked at, by message: they stay as long as the page does. */
export const turnedAtom = atom<ReadonlyMap<number, number>>(new Map());
