import { atom } from 'jotai';

const storageKey = 'balcao.tickets.contact';
const read = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== 'false';
  } catch {
    return true;
  }
};
const contactState = atom(read());
/** True when the contact panel is shown beside the conversation; stored on this device. */
export const contactPanelAtom = atom(
  (get) => get(contactState),
  (_get, set, beside: boolean) => {
    set(contactState, beside);
    try {
      localStorage.setItem(storageKey, String(beside));
    } catch {
      // Without storage the panel still works.
    }
  },
);
