import { atom } from 'jotai';

/** Rotations of pictures in quarter turns, by address: kept as long as the page. */
export const rotationsAtom = atom<ReadonlyMap<string | null, number>>(new Map());
