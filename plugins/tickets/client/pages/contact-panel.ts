import { atom } from 'jotai';

const kept = 'balcao.tickets.contact';
const read = (): boolean => {
  try {
    return localStorage.getItem(kept) !== 'false';
  } catch {
    return true;
  }
};
const contactState = atom(read());
/** Whether the contact stands beside the conversation; remembered on this device. */
export const contactPanelAtom = atom(
  (get) => get(contactState),
  (_get, set, beside: boolean) => {
    set(contactState, beside);
    try {
      localStorage.setItem(kept, String(beside));
    } catch {
      // A browser that keeps nothing still shows it.
    }
  },
);
