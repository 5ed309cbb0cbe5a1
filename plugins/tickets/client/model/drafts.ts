import type { MessageView } from '../../contract.ts';
import type { OutboxEntry, OutboxFile } from './outbox.ts';
import { unsentChanged } from './unsent.ts';

/** A file to be sent, with its caption. */
export interface DraftFile extends OutboxFile {
  caption: string;
}

/** The draft of one conversation. */
export interface Draft {
  /** '' where the channel has no subjects, or for that of the conversation. */
  subject: string;
  body: string;
  quoted: MessageView['quotedMsg'];
  /** An internal note. */
  isNote: boolean;
  files: readonly DraftFile[];
  /** The file whose caption is in the field; null: none. */
  selected: string | null;
}
/** The part of a file that is stored with the draft: the file itself is stored separately on the device, by its id. */
export type StoredDraftFile = Pick<DraftFile, 'id' | 'kind' | 'caption'>;

export const emptyDraft: Draft = { subject: '', body: '', quoted: null, isNote: false, files: [], selected: null };

const selectedOf = ({ files, selected }: Draft): DraftFile | undefined => files.find(({ id }) => id === selected);

/** Returns the text of the field: the caption of the selected file, else the message. */
export const textOf = (draft: Draft): string => selectedOf(draft)?.caption ?? draft.body;

export const withText = (draft: Draft, change: string | ((text: string) => string)): Draft => {
  const text = typeof change === 'string' ? change : change(textOf(draft));
  if (text === textOf(draft)) return draft;
  if (!selectedOf(draft)) return { ...draft, body: text };
  return {
    ...draft,
    files: draft.files.map((file) => (file.id === draft.selected ? { ...file, caption: text } : file)),
  };
};

/** Selects the first file added, unless one is selected. Text written before becomes the caption of the first file. */
export const withFiles = (draft: Draft, added: readonly DraftFile[]): Draft => {
  const [first, ...others] = added.filter(({ id }) => !draft.files.some((file) => file.id === id));
  if (!first) return draft;
  const takesBody = draft.files.length === 0 && first.caption === '';
  const begun = takesBody ? { ...first, caption: draft.body } : first;
  const body = takesBody ? '' : draft.body;
  return { ...draft, body, files: [...draft.files, begun, ...others], selected: draft.selected ?? first.id };
};

/** Selects the neighbour; the caption of the last file stays as text. */
export const withoutFile = (draft: Draft, id: string): Draft => {
  const at = draft.files.findIndex((file) => file.id === id);
  const removed = draft.files[at];
  if (!removed) return draft;
  const files = draft.files.filter((file) => file !== removed);
  if (files.length === 0) return { ...draft, files, selected: null, body: removed.caption || draft.body };
  const next = files[Math.min(at, files.length - 1)]?.id ?? null;
  return { ...draft, files, selected: draft.selected === id ? next : draft.selected };
};

/** Restores an unsent message in front of what was written meanwhile. */
export const withRestored = (
  draft: Draft,
  { body, quoted, internal = false, subject = '' }: Pick<OutboxEntry, 'body' | 'quoted' | 'internal' | 'subject'>,
  file: DraftFile | undefined,
): Draft => {
  const next = file
    ? withFiles(draft, [file])
    : withText(draft, (written) => [body, written].filter(Boolean).join('\n'));
  // A draft of an internal note stays one, whatever is restored.
  return {
    ...next,
    subject: draft.subject || subject,
    quoted: draft.quoted ?? quoted,
    isNote: internal || (draft.isNote && !isEmpty(draft)),
  };
};

export const isEmpty = ({ body, files }: Draft): boolean => body.trim() === '' && files.length === 0;

/** One draft per ticket and person, on this device: it survives a reload, an expired session and a closed window. */
const storageKey = (userId: number, ticketId: number): string => `balcao.draft.${userId}.${ticketId}`;

export interface StoredDraft {
  draft: Draft;
  /** Files that have to be loaded from the device. */
  files: readonly StoredDraftFile[];
}

const kinds: readonly unknown[] = ['image', 'audio', 'video', 'document'];
const isStoredFile = (value: unknown): value is StoredDraftFile => {
  const { id, kind, caption } = (value ?? {}) as Partial<StoredDraftFile>;
  return typeof id === 'string' && kinds.includes(kind) && typeof caption === 'string';
};

export function readDraft(
  userId: number,
  ticketId: number,
  store: Pick<Storage, 'getItem'> = localStorage,
): StoredDraft {
  try {
    const stored: unknown = JSON.parse(store.getItem(storageKey(userId, ticketId)) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return { draft: emptyDraft, files: [] };
    const { subject, body, quoted, isNote, files } = stored as { [part in keyof Draft]?: unknown };
    const isQuoted = typeof (quoted as Draft['quoted'] | undefined)?.id === 'number';
    return {
      draft: {
        ...emptyDraft,
        subject: typeof subject === 'string' ? subject : '',
        body: typeof body === 'string' ? body : '',
        quoted: isQuoted ? (quoted as Draft['quoted']) : null,
        isNote: isNote === true,
      },
      files: Array.isArray(files) ? files.filter(isStoredFile) : [],
    };
  } catch {
    return { draft: emptyDraft, files: [] };
  }
}

/** Returns the text of a draft in one line; '' for none. */
export function draftText(userId: number, ticketId: number, store: Pick<Storage, 'getItem'> = localStorage): string {
  const { draft, files } = readDraft(userId, ticketId, store);
  return (draft.body || files.find(({ caption }) => caption)?.caption || '').replace(/\s+/g, ' ').trim();
}

/** `waiting`: files that are listed and not loaded yet. */
export function storeDraft(
  userId: number,
  ticketId: number,
  { subject, body, quoted, isNote, files }: Draft,
  waiting: readonly StoredDraftFile[] = [],
  store: Pick<Storage, 'setItem' | 'removeItem'> = localStorage,
): void {
  const stored = [...waiting, ...files].map(({ id, kind, caption }) => ({ id, kind, caption }));
  try {
    if (!subject && !body && !quoted && stored.length === 0) store.removeItem(storageKey(userId, ticketId));
    else
      store.setItem(
        storageKey(userId, ticketId),
        JSON.stringify({ ...(subject && { subject }), body, quoted, isNote, files: stored }),
      );
  } catch {
    // Storage is full or forbidden: the text is still on the screen.
  }
  unsentChanged();
}
