import { Popover, PopoverSurface, PopoverTrigger, makeStyles, tokens } from '@fluentui/react-components';
import { Emoji20Regular } from '@fluentui/react-icons';
import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import { emojiGroupNames, emojiOf } from './emoji.ts';

const columns = 8;
const recentKept = 16;
const recentAtom = atomWithStorage<string[]>('balcao.tickets.emoji', [], undefined, { getOnInit: true });

const useStyles = makeStyles({
  surface: { padding: '8px', width: '308px' },
  scroll: { maxHeight: '264px', overflowY: 'auto' },
  heading: {
    margin: 0,
    padding: '6px 4px 2px',
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    fontWeight: tokens.fontWeightMedium,
    color: tokens.colorNeutralForeground3,
  },
  grid: { display: 'grid', gridTemplateColumns: `repeat(${columns}, 36px)` },
  emoji: {
    width: '36px',
    height: '36px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    fontSize: tokens.fontSizeBase600,
    lineHeight: 1,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
});

/** A small choice of emoji, the last used first; walked with arrow keys. */
export function EmojiButton({ onPick }: { onPick(emoji: string): void }) {
  const styles = useStyles();
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [recent, setRecent] = useAtom(recentAtom);
  const groups = [
    ...(recent.length > 0 ? [{ name: 'recent', emoji: recent }] : []),
    ...emojiGroupNames.map((name) => ({ name, emoji: emojiOf(name) })),
  ];
  const pick = (emoji: string): void => {
    setRecent([emoji, ...recent.filter((each) => each !== emoji)].slice(0, recentKept));
    setOpen(false);
    onPick(emoji);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = [...(box.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    if (step === undefined || at < 0) return;
    event.preventDefault();
    all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
  };
  let first = true;
  return (
    <Popover
      open={isOpen}
      onOpenChange={(_, data) => setOpen(data.open)}
      trapFocus
      positioning={{ position: 'above', align: 'start' }}
    >
      <PopoverTrigger disableButtonEnhancement>
        <IconButton icon={<Emoji20Regular />} label={t('composer.emoji')} />
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={t('composer.emoji')}>
        <div ref={box} className={styles.scroll} role="toolbar" aria-label={t('composer.emoji')} onKeyDown={onKeyDown}>
          {groups.map((group) => (
            <section key={group.name} aria-label={t(`emoji.${group.name}`)}>
              <h3 className={styles.heading}>{t(`emoji.${group.name}`)}</h3>
              <div className={styles.grid}>
                {group.emoji.map((emoji) => {
                  const isFirst = first;
                  first = false;
                  return (
                    <button
                      key={emoji}
                      type="button"
                      className={styles.emoji}
                      tabIndex={isFirst ? 0 : -1}
                      onClick={() => pick(emoji)}
                    >
                      {emoji}
                    </button>
                  );
                })}
              </div>
            </section>
          ))}
        </div>
      </PopoverSurface>
    </Popover>
  );
}
