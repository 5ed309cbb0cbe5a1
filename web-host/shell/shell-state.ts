import { atom } from 'jotai';

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const write = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that stores nothing still works; the choice is lost with the page.
  }
};

const drawerKey = 'drawerOpen';
const drawerState = atom(read(drawerKey) === 'true');
/** True while the 300 px menu is open beside the page (1280 px and wider). Stored in this browser. */
export const drawerAtom = atom(
  (get) => get(drawerState),
  (_get, set, open: boolean) => {
    write(drawerKey, String(open));
    set(drawerState, open);
  },
);

/** True while the menu is open over the page (under 1280 px). */
export const overlayMenuAtom = atom(false);

const unpinnedKey = 'railUnpinned';
const unpinnedState = atom<ReadonlySet<string>>(new Set((read(unpinnedKey) ?? '').split(' ').filter(Boolean)));
/** Entries that this person removed from the rail. */
export const unpinnedAtom = atom(
  (get) => get(unpinnedState),
  (get, set, key: string) => {
    const next = new Set(get(unpinnedState));
    if (!next.delete(key)) next.add(key);
    write(unpinnedKey, [...next].join(' '));
    set(unpinnedState, next);
  },
);

export const paletteAtom = atom(false);
/** Text typed for the palette before its field existed. */
export const earlyTermAtom = atom('');
/** True while the palette's field has the focus. */
export const paletteReadyAtom = atom(false);
export const shortcutsAtom = atom(false);
/** The open section of the profile dialog, or undefined while it is closed. */
export const profileAtom = atom<string | undefined>(undefined);
