import { atom, useAtomValue } from 'jotai';
import { store } from './store.ts';

export type ThemeMode = 'light' | 'dark' | 'system';
export interface ThemeChoice {
  mode: ThemeMode;
  dark: boolean;
  setMode(mode: ThemeMode): void;
}

const storageKey = 'preferredTheme';
const darkQuery = typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-color-scheme: dark)');
const readMode = (): ThemeMode => {
  const choice = typeof localStorage === 'undefined' ? null : localStorage.getItem(storageKey);
  return choice === 'light' || choice === 'dark' ? choice : 'system';
};

const modeAtom = atom<ThemeMode>(readMode());
const systemDarkAtom = atom(darkQuery?.matches === true);
const darkAtom = atom((get) => (get(modeAtom) === 'system' ? get(systemDarkAtom) : get(modeAtom) === 'dark'));

darkQuery?.addEventListener('change', ({ matches }) => store.set(systemDarkAtom, matches));
if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => key === storageKey && store.set(modeAtom, readMode()));
}

function setMode(mode: ThemeMode): void {
  localStorage.setItem(storageKey, mode);
  store.set(modeAtom, mode);
}

/** Returns the light or dark theme. The choice is stored in this browser and applied in its other tabs. */
export const useTheme = (): ThemeChoice => ({
  mode: useAtomValue(modeAtom, { store }),
  dark: useAtomValue(darkAtom, { store }),
  setMode,
});
