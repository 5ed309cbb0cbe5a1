import { useCallback, useEffect, useRef, useState } from 'react';
import type { MessageView } from '../../contract.ts';
import { keepDraft, readDraft } from '../model/drafts.ts';
import type { Draft } from '../model/drafts.ts';

/** What is being written in one ticket: kept on the device with every key. */
export function useDraft(userId: number, ticketId: number) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(userId, ticketId));
  const kept = useRef(draft);
  useEffect(() => {
    if (kept.current === draft) return;
    kept.current = draft;
    keepDraft(userId, ticketId, draft);
  }, [draft, ticketId, userId]);
  const setBody = useCallback(
    (change: string | ((body: string) => string)) =>
      setDraft((known) => ({ ...known, body: typeof change === 'string' ? change : change(known.body) })),
    [],
  );
  const setQuoted = useCallback(
    (quoted: MessageView['quotedMsg']) =>
      setDraft((known) => ({
        ...known,
        quoted: quoted && { id: quoted.id, body: quoted.body, fromMe: quoted.fromMe, mediaType: quoted.mediaType },
      })),
    [],
  );
  const clear = useCallback(() => setDraft({ body: '', quoted: null }), []);
  return { ...draft, setBody, setQuoted, clear };
}
