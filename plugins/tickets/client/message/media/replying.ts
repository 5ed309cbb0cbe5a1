import { atom } from 'jotai';
import type { MessageView } from '../../../contract.ts';

/** How the conversation on the screen is answered, for what stands over it; undefined where it is not. */
export const replyingAtom = atom<{ ticketId: number; reply(message: MessageView): void } | undefined>(undefined);
