import { Popover, PopoverSurface, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons';
import { useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { moreReactions, quickReactions } from '@balcao/sdk/chat';
import type { MessageMenuAt } from './MessageMenu.tsx';

const columns = 8;

const useStyles = makeStyles({
  surface: { padding: '6px' },
  bar: { display: 'flex', gap: '2px' },
  all: { display: 'grid', gridTemplateColumns: `repeat(${columns}, 36px)`, maxHeight: '264px', overflowY: 'auto' },
  emoji: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '36px',
    height: '36px',
    padding: 0,
    border: 'none',
    borderRadius: '50%',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase600,
    lineHeight: 1,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '@media (max-width: 599px)': { width: '40px', height: '40px' },
  },
  chosen: { backgroundColor: ext.selected },
});

export interface ReactionPickerProps {
  at: MessageMenuAt;
  onReact(message: MessageMenuAt['message'], emoji: string): void;
  onClose(): void;
}

/** The most used reactions, and all others behind the plus; the arrow keys move through them. */
export function ReactionPicker({ at, onReact, onClose }: ReactionPickerProps) {
  const styles = useStyles();
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const [isWhole, setWhole] = useState(false);
  const { message, x, y } = at;
  const target = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y]);
  const given = message.messageReact.find((each) => each.fromMe)?.emoji;
  const pick = (emoji: string): void => {
    onReact(message, emoji);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = [...(box.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
    const here = all.indexOf(document.activeElement as HTMLButtonElement);
    const rowStep = isWhole ? columns : 1;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: rowStep, ArrowUp: -rowStep }[event.key];
    if (step === undefined || here < 0) return;
    event.preventDefault();
    all[Math.max(0, Math.min(all.length - 1, here + step))]?.focus();
  };
  const shown = isWhole
    ? [...quickReactions, ...moreReactions]
    : [...new Set([...quickReactions, ...(given ? [given] : [])])];
  return (
    <Popover
      open
      trapFocus
      positioning={{ target, position: 'above', align: 'start', offset: 6 }}
      onOpenChange={(_, data) => !data.open && onClose()}
    >
      <PopoverSurface className={styles.surface} aria-label={t('thread.pickReaction')}>
        <div
          ref={box}
          className={isWhole ? styles.all : styles.bar}
          role="toolbar"
          aria-label={t('thread.pickReaction')}
          onKeyDown={onKeyDown}
        >
          {shown.map((emoji, index) => (
            <button
              key={emoji}
              type="button"
              className={mergeClasses(styles.emoji, emoji === given && styles.chosen)}
              aria-pressed={emoji === given}
              tabIndex={index === 0 ? 0 : -1}
              onClick={() => pick(emoji)}
            >
              {emoji}
            </button>
          ))}
          {!isWhole && (
            <button
              type="button"
              className={styles.emoji}
              tabIndex={-1}
              aria-label={t('thread.moreReactions')}
              onClick={() => {
                setWhole(true);
                requestAnimationFrame(() => box.current?.querySelector('button')?.focus());
              }}
            >
              <Add20Regular />
            </button>
          )}
        </div>
      </PopoverSurface>
    </Popover>
  );
}
