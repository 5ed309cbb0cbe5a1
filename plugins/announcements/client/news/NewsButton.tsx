import { useEffect, useState } from 'react';
import { CounterBadge, makeStyles } from '@fluentui/react-components';
import { Megaphone20Filled, Megaphone20Regular } from '@fluentui/react-icons';
import { LazyPopover, lazyPart, useT, whenIdle } from '@balcao/sdk/client';
import { IconButton, type IconButtonProps } from '@balcao/sdk/ui';
import { useNews } from '../useAnnouncements.ts';

const NewsList = lazyPart(() => import('./NewsList.tsx'));

const useStyles = makeStyles({
  place: { position: 'relative', display: 'inline-flex', flexShrink: 0 },
  number: { position: 'absolute', top: '0', right: '-2px', pointerEvents: 'none' },
});

type MegaphoneProps = Omit<IconButtonProps, 'icon' | 'label'> & { isOpen: boolean };

/** An icon with the number of announcements that the person has not opened. */
function Megaphone({ isOpen, ...rest }: MegaphoneProps) {
  const t = useT();
  const styles = useStyles();
  const [quiet, setQuiet] = useState(false);
  useEffect(() => whenIdle(() => setQuiet(true)), []);
  const count = useNews(quiet).news.filter(({ isRead }) => !isRead).length;
  return (
    <span className={styles.place}>
      <IconButton
        aria-expanded={isOpen}
        {...rest}
        icon={isOpen ? <Megaphone20Filled /> : <Megaphone20Regular />}
        label={count > 0 ? t('news.with', { count }) : t('news.title')}
      />
      {count > 0 && <CounterBadge className={styles.number} size="small" count={count} aria-hidden="true" />}
    </span>
  );
}

/** The button of the top bar that opens the list of announcements. */
export function NewsButton() {
  return (
    <LazyPopover part={NewsList} placeholder={(open) => <Megaphone isOpen={false} onClick={open} />}>
      {(startOpen) => <NewsList startOpen={startOpen} button={(isOpen) => <Megaphone isOpen={isOpen} />} />}
    </LazyPopover>
  );
}
