import { useCallback, useEffect, useState } from 'react';
import { Portal } from '@fluentui/react-components';
import { Sparkle20Filled, Sparkle20Regular } from '@fluentui/react-icons';
import { api, useT, useViewport } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { ComposerPartProps } from '@balcao/tickets/contract';
import { NotReady } from './NotReady.tsx';
import { RewriteMenu } from './RewriteMenu.tsx';
import { SuggestionCard } from './SuggestionCard.tsx';
import { Suggestions } from './Suggestions.tsx';
import { usePurpose } from './usePurpose.ts';
import { useSuggestions } from './useSuggestions.ts';

/** Suggested replies in a card above the field, and rewriting of the draft. Nothing is sent by itself. */
export default function Copilot(part: ComposerPartProps) {
  const { ticket, isNote, text, insert, focus, above, onKey } = part;
  const t = useT();
  const { touch } = useViewport();
  const [isOpen, setOpen] = useState(false);
  const [chosen, choose] = useState(0);
  const { isReady, reason, canConfigure } = usePurpose('suggest');
  const hide = useCallback(() => setOpen(false), []);
  const { ask, stop, data, error, isPending, isStale } = useSuggestions(ticket, hide);
  const close = useCallback((): void => {
    setOpen(false);
    stop();
    focus();
  }, [focus, stop]);
  const askAgain = useCallback((): void => {
    choose(0);
    ask();
  }, [ask]);
  const open = (): void => {
    setOpen(true);
    // On a phone its keyboard would take the place of the card.
    if (!touch) focus();
    // Not known yet: the server says so if there is none.
    if (isReady !== false) askAgain();
  };
  const take = useCallback(
    (index: number): void => {
      const reply = data?.replies[index];
      if (!data || !reply) return;
      insert(reply.text, { suggestion: { by: 'copilot', reference: String(data.id) } });
      setOpen(false);
      void api.post(`/assistant/suggestions/${data.id}/used`, { index }).catch(() => undefined);
    },
    [data, insert],
  );
  const isShown = isOpen && !isNote;
  const count = data?.replies.length ?? 0;
  /** Keys of the field, which keeps the focus. */
  const handle = useCallback(
    ({ key, code, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
      if (ctrlKey || metaKey || shiftKey) return false;
      if (key === 'Escape' && !altKey) {
        close();
        return true;
      }
      if (count === 0) return false;
      const numbered = altKey ? Number(/^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1] ?? 0) - 1 : -1;
      const step = { ArrowDown: 1, ArrowUp: -1 }[key] ?? 0;
      if (numbered >= 0 && numbered < count) choose(numbered);
      // In a text the arrows move the caret.
      else if (step !== 0 && (altKey || text() === '')) choose((before) => (before + step + count) % count);
      else if (key === 'Tab' && !altKey) take(chosen);
      else return false;
      return true;
    },
    [chosen, close, count, take, text],
  );
  useEffect(() => (isShown ? onKey(handle) : undefined), [handle, isShown, onKey]);
  if (isNote) return null;
  const label = t('copilot.open');
  return (
    <>
      <IconButton
        icon={isShown ? <Sparkle20Filled /> : <Sparkle20Regular />}
        label={label}
        aria-expanded={isShown}
        onClick={isShown ? close : open}
      />
      <RewriteMenu part={part} isReady={isReady} onNotReady={() => setOpen(true)} />
      {isShown && above && (
        <Portal mountNode={above}>
          <SuggestionCard
            replies={count}
            isPending={isPending}
            error={error}
            isStale={isStale}
            onAgain={isReady === false ? undefined : askAgain}
            onClose={close}
          >
            {isReady === false && <NotReady reason={reason} canConfigure={canConfigure} />}
            {data && <Suggestions ticket={ticket} suggested={data} chosen={chosen} onChoose={choose} onTake={take} />}
          </SuggestionCard>
        </Portal>
      )}
    </>
  );
}
