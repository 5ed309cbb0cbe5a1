import { atom } from 'jotai';
import type { MessageView } from '../../../contract.ts';

/** The picture shown full screen. */
export const viewedPictureAtom = atom<{ ticketId: number; message: MessageView } | undefined>(undefined);
