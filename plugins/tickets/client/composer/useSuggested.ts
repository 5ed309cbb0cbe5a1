import { useCallback, useEffect, useRef, useState } from 'react';
import { usePoint } from '@balcao/sdk/client';
import { composerSuggestion, type SuggestedText, type SuggestionOutcome } from '../../contract.ts';

/** A text of a program in the field. */
export interface Suggested extends SuggestedText {
  text: string;
  /** The whole field as it was before: the person who has it again took the suggestion back. */
  before?: string;
  /** The person changed it: it is theirs now, and no longer marked. */
  isEdited: boolean;
}

const keyOf = (userId: number, ticketId: number): string => `balcao.suggested.${userId}.${ticketId}`;

const read = (key: string): Suggested | undefined => {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Suggested | null;
    return typeof stored?.text === 'string' && typeof stored.by === 'string' ? stored : undefined;
  } catch {
    return undefined;
  }
};
const store = (key: string, mark: Suggested | undefined): void => {
  try {
    if (mark) localStorage.setItem(key, JSON.stringify(mark));
    else localStorage.removeItem(key);
  } catch {
    // Storage is full or forbidden: the mark is still on the screen.
  }
};

/**
 * Remembers the text that a program suggested for the draft of a conversation, and tells the program what became of it:
 * sent as it was, sent edited, or discarded. It stays marked until it is edited, also after a reload.
 */
export function useSuggested(userId: number, ticketId: number, text: string) {
  const key = keyOf(userId, ticketId);
  const known = usePoint(composerSuggestion);
  const items = useRef(known);
  items.current = known;
  const [mark, setMark] = useState(() => read(key));
  const latest = useRef(mark);
  const set = useCallback(
    (next: Suggested | undefined): void => {
      latest.current = next;
      store(key, next);
      setMark(next);
    },
    [key],
  );
  const settle = useCallback(
    (outcome: SuggestionOutcome): void => {
      const settled = latest.current;
      if (!settled) return;
      set(undefined);
      items.current.find(({ id }) => id === settled.by)?.settled(settled.reference, outcome);
    },
    [set],
  );
  // A stored draft with files gets its text later.
  const wasWritten = useRef(false);
  const wasThere = useRef(false);
  useEffect(() => {
    const isWritten = text.trim() !== '';
    const isThere = mark !== undefined && text.includes(mark.text);
    const isUndone = wasThere.current && !isThere && text === mark?.before;
    if (mark && ((!isWritten && wasWritten.current) || isUndone)) settle('discarded');
    else if (mark && isWritten && !mark.isEdited && !isThere) set({ ...mark, isEdited: true });
    wasWritten.current = isWritten;
    wasThere.current ||= isThere;
  }, [mark, set, settle, text]);

  const begin = useCallback(
    (suggestion: SuggestedText, inserted: Pick<Suggested, 'text' | 'before'>): void => {
      settle('discarded');
      wasThere.current = false;
      set({ ...suggestion, ...inserted, isEdited: false });
    },
    [set, settle],
  );
  const sent = useCallback(
    (body: string): void => settle(body.trim() === latest.current?.text.trim() ? 'unchanged' : 'edited'),
    [settle],
  );
  /** Returns the text that is still as it was suggested. */
  const unedited = useCallback((): string | undefined => {
    const { text: inserted, isEdited = true } = latest.current ?? {};
    return isEdited ? undefined : inserted;
  }, []);
  return { marked: mark?.isEdited === false ? mark.text : undefined, begin, sent, unedited };
}
