import { atom, useAtomValue } from 'jotai';
import { store } from '../store.ts';

export type ConnectionState = 'online' | 'connecting' | 'offline';

/** `up` until something is known to be wrong: a page that just started shows no trouble. */
export const linkAtom = atom<'up' | 'down'>('up');
export const networkAtom = atom(typeof navigator === 'undefined' || navigator.onLine !== false);
const stateAtom = atom<ConnectionState>((get) =>
  !get(networkAtom) ? 'offline' : get(linkAtom) === 'up' ? 'online' : 'connecting',
);

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => store.set(networkAtom, true));
  window.addEventListener('offline', () => store.set(networkAtom, false));
}

/** Whether live messages reach this page. */
export const useConnectionState = (): ConnectionState => useAtomValue(stateAtom, { store });
