import { atom, useAtom } from 'jotai';
import { useCallback } from 'react';

const storageKey = 'balcao.tickets.sections';
type Sections = Readonly<Record<string, boolean>>;

const read = (): Sections => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Sections) : {};
  } catch {
    return {};
  }
};
const sectionsAtom = atom(read());

/**
 * Returns whether a section of the contact panel is open, stored on this device for all conversations, and a setter.
 */
export function useSectionOpen(name: string, isFirstOpen: boolean): [boolean, (open: boolean) => void] {
  const [sections, setSections] = useAtom(sectionsAtom);
  const setOpen = useCallback(
    (open: boolean) =>
      setSections((known) => {
        const next = { ...known, [name]: open };
        try {
          localStorage.setItem(storageKey, JSON.stringify(next));
        } catch {
          // Without storage sections can still be collapsed.
        }
        return next;
      }),
    [name, setSections],
  );
  return [sections[name] ?? isFirstOpen, setOpen];
}
