import { useEffect, useLayoutEffect, useRef } from 'react';
import { useT } from '@balcao/sdk/client';
import { VisuallyHidden } from '@balcao/sdk/ui';
import type { TriggerPartProps } from '@balcao/tickets/contract';
import { Replies } from './Replies.tsx';
import { replyLabel } from './reply-label.ts';
import { useReplyChoice } from './useReplyChoice.ts';

/** The menu that opens on a slash at the start of a message. Keys are typed in the composer and handled here first. */
export default function SlashReplies({ ticket, isNote, query, pick, close, highlight }: TriggerPartProps) {
  const t = useT();
  const choice = useReplyChoice({
    ticket,
    isNote,
    term: query,
    onText: (text) => {
      pick(text);
      // A text that starts with a slash must not open the menu again.
      if (text.startsWith('/')) close();
    },
    onSent: () => pick(''),
  });
  const { replies, selected, position, listId } = choice;
  const selectedOption = selected && choice.optionId(selected.id);
  useEffect(() => {
    highlight(selectedOption === undefined ? undefined : { listId, optionId: selectedOption });
    return () => highlight(undefined);
  }, [highlight, listId, selectedOption]);

  const latest = useRef({ choice, query, close });
  // Registered before painting: a key pressed as soon as the choice is visible must choose, and not send the message.
  useLayoutEffect(() => {
    latest.current = { choice, query, close };
  });
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target } = event;
      const { choice: now, query: typed, close: shut } = latest.current;
      const isOurs = target instanceof HTMLTextAreaElement && target.value === `/${typed}`;
      if (!isOurs || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      const isEnter = event.key === 'Enter' && !event.shiftKey;
      const endsHere = event.key === 'Escape' || (isEnter && (now.replies?.length === 0 || now.error !== null));
      // While replies are loading, Enter neither breaks the line nor closes the menu.
      const isEarly = isEnter && !now.replies;
      if (!endsHere && !isEarly && !now.onKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (endsHere) shut();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
  const hasLines = query.includes('\n');
  useEffect(() => {
    // A line break means that the person is writing, not searching.
    if (hasLines) latest.current.close();
  }, [hasLines]);

  const { shortcode, beginning } = selected
    ? replyLabel(selected.shortcode, choice.textOf(selected))
    : { shortcode: '', beginning: '' };
  return (
    <>
      <VisuallyHidden live="polite">
        {selected &&
          t('composer.position', { label: `${shortcode} ${beginning}`, position, total: replies?.length ?? 0 })}
      </VisuallyHidden>
      <Replies choice={choice} term={query} noneKey={t('composer.noneKey')} />
    </>
  );
}
