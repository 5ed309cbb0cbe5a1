import { atom, useAtomValue } from 'jotai';
import { store } from '../store.ts';

export type ConnectionState = 'online' | 'connecting' | 'offline';

/** `up` until a failure is known, so that a page that has just started reports no problem. */
export const linkAtom = atom<'up' | 'down'>('up');
export const networkAtom = atom(typeof navigator === 'undefined' || navigator.onLine !== false);
const stateAtom = atom<ConnectionState>((get) =>
  !get(networkAtom) ? 'offline' : get(linkAtom) === 'up' ? 'online' : 'connecting',
);

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => store.set(networkAtom, true));
  window.addEventListener('offline', () => store.set(networkAtom, false));
}

/** Returns the state of the live connection. */
export const useConnectionState = (): ConnectionState => useAtomValue(stateAtom, { store });
