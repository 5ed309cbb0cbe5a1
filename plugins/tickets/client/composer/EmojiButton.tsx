import { Popover, PopoverSurface, PopoverTrigger, makeStyles } from '@fluentui/react-components';
import { Emoji20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { PartBoundary, lazyPart, useT } from '@balcao/sdk/client';
import { IconButton, SkeletonRows, ext } from '@balcao/sdk/ui';

const EmojiPicker = lazyPart(() => import('./emoji/EmojiPicker.tsx'));

const useStyles = makeStyles({
  surface: {
    padding: 0,
    backgroundColor: ext.raised,
    width: '328px',
    height: '372px',
    maxWidth: 'calc(100vw - 16px)',
    overflow: 'hidden',
  },
});

/** A button that opens the emoji picker. */
export function EmojiButton({ onPick }: { onPick(emoji: string): void }) {
  const styles = useStyles();
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      open={isOpen}
      onOpenChange={(_, data) => setOpen(data.open)}
      trapFocus
      positioning={{ position: 'above', align: 'start', overflowBoundaryPadding: 8 }}
    >
      <PopoverTrigger disableButtonEnhancement>
        <IconButton
          icon={<Emoji20Regular />}
          label={t('composer.emoji')}
          onPointerEnter={() => void EmojiPicker.preload()}
        />
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={t('composer.emoji')}>
        <PartBoundary fallback={<SkeletonRows rows={6} />}>
          <EmojiPicker
            onPick={(emoji) => {
              setOpen(false);
              onPick(emoji);
            }}
          />
        </PartBoundary>
      </PopoverSurface>
    </Popover>
  );
}
