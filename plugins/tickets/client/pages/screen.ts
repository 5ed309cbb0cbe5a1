import { atom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';

/** Whether the contact stands beside the conversation; remembered on this device. */
export const contactPanelAtom = atomWithStorage('balcao.tickets.contact', true, undefined, { getOnInit: true });
/** Whether the contact lies over the conversation where there is no room beside it. */
export const contactOverAtom = atom(false);
export const filterPanelAtom = atom(false);
