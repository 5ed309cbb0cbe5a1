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
    // A browser that keeps nothing still works; it only forgets.
  }
};

const keptDrawer = 'drawerOpen';
const drawerState = atom(read(keptDrawer) === 'true');
/** Whether the 300 px menu stands beside the work (1280 and up). Kept in this browser. */
export const drawerAtom = atom(
  (get) => get(drawerState),
  (_get, set, open: boolean) => {
    write(keptDrawer, String(open));
    set(drawerState, open);
  },
);

/** Whether the menu lies over the work (under 1280). */
export const overlayMenuAtom = atom(false);

const keptUnpinned = 'railUnpinned';
const unpinnedState = atom<ReadonlySet<string>>(new Set((read(keptUnpinned) ?? '').split(' ').filter(Boolean)));
/** Entries that this person took off the rail. */
export const unpinnedAtom = atom(
  (get) => get(unpinnedState),
  (get, set, key: string) => {
    const next = new Set(get(unpinnedState));
    if (!next.delete(key)) next.add(key);
    write(keptUnpinned, [...next].join(' '));
    set(unpinnedState, next);
  },
);

export const paletteAtom = atom(false);
/** Typed for the palette before it stood. */
export const earlyTermAtom = atom('');
/** Whether the palette's field has taken the keyboard over. */
export const paletteReadyAtom = atom(false);
export const shortcutsAtom = atom(false);
/** The profile's open section, or undefined while it is closed. */
export const profileAtom = atom<string | undefined>(undefined);
