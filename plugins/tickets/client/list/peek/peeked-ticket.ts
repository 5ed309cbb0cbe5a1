import { atom } from 'jotai';
import type { TicketView } from '../../../contract.ts';

/** The ticket whose last messages are shown without opening it. */
export const peekedTicketAtom = atom<TicketView | undefined>(undefined);
/** Permission to see the last messages of a conversation without opening it. */
export const peekPermission = 'tickets-manager:viewchats';
