import { atom } from 'jotai';
import type { TicketView } from '../../../contract.ts';

/** The ticket whose last messages are looked at without opening it. */
export const peekedTicketAtom = atom<TicketView | undefined>(undefined);
/** Who may look into a conversation without opening it. */
export const peekPermission = 'tickets-manager:viewchats';
