import { withText } from '../model/drafts.ts';
import { changeDraft } from './useDraft.ts';

/** Adds text below what a person has written in a conversation. An internal note begun there stays one. */
export const addDraft = (userId: number, ticketId: number, text: string): void =>
  changeDraft(userId, ticketId, (draft) =>
    withText(draft, (written) => [written.trimEnd(), text].filter((part) => part !== '').join('\n\n')),
  );
