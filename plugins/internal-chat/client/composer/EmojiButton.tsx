import { Popover, PopoverSurface, PopoverTrigger, makeStyles, tokens } from '@fluentui/react-components';
import { Emoji20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useT } from '@balcao/sdk/client';
import { moreReactions, quickReactions } from '@balcao/sdk/chat';
import { IconButton } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  grid: { display: 'grid', gridTemplateColumns: 'repeat(8, 36px)', padding: '8px' },
  emoji: {
    width: '36px',
    height: '36px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    fontSize: '18px',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

export default function EmojiButton({ onPick }: { onPick(emoji: string): void }) {
  const styles = useStyles();
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover open={isOpen} onOpenChange={(_event, data) => setOpen(data.open)} trapFocus positioning="above-start">
      <PopoverTrigger disableButtonEnhancement>
        <IconButton icon={<Emoji20Regular />} label={t('composer.emoji')} />
      </PopoverTrigger>
      <PopoverSurface style={{ padding: 0 }} aria-label={t('composer.emoji')}>
        <div className={styles.grid}>
          {[...quickReactions, ...moreReactions].map((emoji) => (
            <button
              key={emoji}
              type="button"
              className={styles.emoji}
              onClick={() => {
                setOpen(false);
                onPick(emoji);
              }}
            >
              {emoji}
            </button>
          ))}
        </div>
      </PopoverSurface>
    </Popover>
  );
}
