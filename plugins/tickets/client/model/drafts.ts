import type { MessageView } from '../../contract.ts';

export interface Draft {
  body: string;
  quoted: MessageView['quotedMsg'];
}

const emptyDraft: Draft = { body: '', quoted: null };

/** One draft a ticket and person, on this device: it survives a reload, a lost session and a closed window. */
const nameOf = (userId: number, ticketId: number): string => `balcao.draft.${userId}.${ticketId}`;

export function readDraft(userId: number, ticketId: number, store: Storage = localStorage): Draft {
  try {
    const kept: unknown = JSON.parse(store.getItem(nameOf(userId, ticketId)) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('body' in kept) || typeof kept.body !== 'string') {
      return emptyDraft;
    }
    const quoted = 'quoted' in kept ? (kept.quoted as Draft['quoted']) : null;
    return { body: kept.body, quoted: typeof quoted?.id === 'number' ? quoted : null };
  } catch {
    return emptyDraft;
  }
}

export function keepDraft(userId: number, ticketId: number, draft: Draft, store: Storage = localStorage): void {
  try {
    if (draft.body || draft.quoted) store.setItem(nameOf(userId, ticketId), JSON.stringify(draft));
    else store.removeItem(nameOf(userId, ticketId));
  } catch {
    // Storage is full or forbidden: the text is still on the screen.
  }
}
