import { useCallback, useState } from 'react';
import type { RefObject } from 'react';
import { typeIn } from '../type-in.ts';
import { mentionAt } from './mention-at.ts';
import type { Mention } from './mention-at.ts';

/** Finds the mention at the caret. Only internal notes have mentions. */
export function useMention(field: RefObject<HTMLTextAreaElement | null>, isNote: boolean) {
  const [mention, setMention] = useState<Mention>();
  const [closedAt, setClosedAt] = useState<number>();
  const update = useCallback((): void => {
    const element = field.current;
    const found = isNote && element ? mentionAt(element.value, element.selectionEnd) : undefined;
    setMention((known) => (known?.from === found?.from && known?.query === found?.query ? known : found));
    if (!found) setClosedAt(undefined);
  }, [field, isNote]);
  const pick = useCallback(
    (name: string): void => {
      const element = field.current;
      if (!element || !mention) return;
      element.setSelectionRange(mention.from, mention.from + 1 + mention.query.length);
      // A completed mention does not open the list again.
      setClosedAt(mention.from);
      typeIn(element, `@${name} `);
    },
    [field, mention],
  );
  const close = useCallback(() => setClosedAt(mention?.from), [mention?.from]);
  const open = isNote && mention !== undefined && mention.from !== closedAt ? mention : undefined;
  return { open, update, pick, close };
}
