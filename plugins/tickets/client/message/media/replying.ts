import { atom } from 'jotai';
import type { MessageView } from '../../../contract.ts';

/**
 * Answers a message of the conversation on the screen, for overlays above it; undefined where answering is not
 * possible.
 */
export const replyingAtom = atom<{ ticketId: number; reply(message: MessageView): void } | undefined>(undefined);
