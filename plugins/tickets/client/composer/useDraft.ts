import { useCallback, useEffect, useRef, useState } from 'react';
import { deleteDraftFile, getDraftFile } from '../data/draft-attachments.ts';
import { emptyDraft, storeDraft, readDraft, withFiles } from '../model/drafts.ts';
import type { Draft, DraftFile, StoredDraftFile } from '../model/drafts.ts';

const fetched = async ({ id, kind, caption }: StoredDraftFile): Promise<DraftFile | undefined> => {
  const file = await getDraftFile(id);
  return file && { id, kind, caption, file, preview: URL.createObjectURL(file) };
};

const withNewPreviews = (draft: Draft): Draft => ({
  ...draft,
  files: draft.files.map((file) => ({ ...file, preview: URL.createObjectURL(file.file) })),
});

/** The draft of one ticket, stored on the device with every key, including its files. */
export function useDraft(userId: number, ticketId: number) {
  const [stored] = useState(() => readDraft(userId, ticketId));
  const [draft, setDraft] = useState<Draft>(stored.draft);
  const latest = useRef(draft);
  const waiting = useRef(stored.files);
  latest.current = draft;

  const saved = useRef(draft);
  useEffect(() => {
    if (saved.current === draft) return;
    saved.current = draft;
    storeDraft(userId, ticketId, draft, waiting.current);
  }, [draft, ticketId, userId]);

  const wasHidden = useRef(false);
  useEffect(() => {
    let isHere = true;
    const steps = missed.get(nameOf(userId, ticketId)) ?? [];
    missed.delete(nameOf(userId, ticketId));
    // Shown again after the session ended: the addresses of its previews are gone, and it may have changed.
    if (wasHidden.current) setDraft(withNewPreviews(steps.reduce((known, step) => step(known), latest.current)));
    const fetch = async (): Promise<void> => {
      const files = (await Promise.all(waiting.current.map(fetched))).filter((file) => file !== undefined);
      if (!isHere) return files.forEach(({ preview }) => URL.revokeObjectURL(preview));
      waiting.current = [];
      setDraft((known) => withFiles(known, files));
    };
    if (waiting.current.length > 0) void fetch();
    return () => {
      isHere = false;
      wasHidden.current = true;
      // They are loaded again when the conversation is opened.
      for (const { preview } of latest.current.files) URL.revokeObjectURL(preview);
    };
  }, [ticketId, userId]);

  useEffect(() => {
    const name = nameOf(userId, ticketId);
    open.set(name, setDraft);
    return () => void (open.get(name) === setDraft && open.delete(name));
  }, [ticketId, userId]);

  /** Takes the draft out; its files move to the outbox. */
  const take = useCallback((): Draft => {
    const taken = latest.current;
    // Internal notes often come in a row: the mode stays.
    setDraft({ ...emptyDraft, isNote: taken.isNote });
    latest.current = emptyDraft;
    return taken;
  }, []);
  return { draft, change: setDraft, take, latest };
}

type Step = (draft: Draft) => Draft;
/** Open drafts, by person and ticket. */
const open = new Map<string, (step: Step) => void>();
/** Changes of drafts that were not on the screen: a draft that was only hidden lacks them. */
const missed = new Map<string, Step[]>();
const nameOf = (userId: number, ticketId: number): string => `${userId} ${ticketId}`;

/** Changes the draft of a conversation, also of one that is not on the screen any more. */
export function changeDraft(userId: number, ticketId: number, step: Step): void {
  const name = nameOf(userId, ticketId);
  const shown = open.get(name);
  if (shown) return shown(step);
  missed.set(name, [...(missed.get(name) ?? []), step]);
  const { draft, files } = readDraft(userId, ticketId);
  const changed = step(draft);
  for (const { preview } of changed.files) URL.revokeObjectURL(preview);
  storeDraft(userId, ticketId, changed, files);
}

export const dropFile = ({ id, preview }: Pick<DraftFile, 'id' | 'preview'>): void => {
  URL.revokeObjectURL(preview);
  void deleteDraftFile(id);
};
