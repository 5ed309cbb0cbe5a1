import { useState, type ReactElement, type UIEvent } from 'react';
import { Popover, PopoverSurface, PopoverTrigger, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { Dot, VisuallyHidden, RelativeTime, ext } from '@balcao/sdk/ui';
import type { Announcement } from '../../contract.ts';
import { Priority } from '../Priority.tsx';
import { useNews } from '../useAnnouncements.ts';
import { openAnnouncement } from './opened.ts';

const useStyles = makeStyles({
  surface: {
    padding: 0,
    width: '380px',
    maxWidth: 'calc(100vw - 16px)',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusXLarge,
    outlineStyle: 'none',
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    height: '44px',
    padding: '0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: { listStyleType: 'none', margin: 0, padding: '4px 8px 8px', maxHeight: 'min(560px, 70vh)', overflowY: 'auto' },
  empty: { margin: 0, padding: '32px 24px', textAlign: 'center', color: tokens.colorNeutralForeground3 },
  row: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    width: '100%',
    padding: '8px',
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  line: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  name: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  unread: { fontWeight: tokens.fontWeightSemibold },
  preview: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
  },
  quiet: {
    flexShrink: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
});

export interface NewsListProps {
  startOpen: boolean;
  button(isOpen: boolean): ReactElement;
}

/** The button with its popover: titles, with older ones loaded within 100 px of the end. */
export default function NewsList({ startOpen, button }: NewsListProps) {
  const t = useT();
  const styles = useStyles();
  const [isOpen, setOpen] = useState(startOpen);
  const { news, hasMore, isFetching, more } = useNews(isOpen);
  const near = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent): void => {
    if (hasMore && !isFetching && scrollHeight - scrollTop - clientHeight < 100) more();
  };
  const choose = (announcement: Announcement): void => {
    setOpen(false);
    openAnnouncement(announcement);
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={(_, data) => setOpen(data.open)}
      trapFocus
      positioning={{ position: 'below', align: 'end', offset: 8 }}
    >
      <PopoverTrigger disableButtonEnhancement>{button(isOpen)}</PopoverTrigger>
      {/* Focusable itself: while the list is empty nothing inside can take the focus, and screen readers skip a popover without focus. */}
      <PopoverSurface className={styles.surface} aria-label={t('news.title')} tabIndex={-1}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('news.title')}</h2>
        </div>
        {news.length === 0 ? (
          <p className={styles.empty}>{t('news.none')}</p>
        ) : (
          <ul className={styles.list} onScroll={near}>
            {news.map((one) => (
              <li key={one.id}>
                <button type="button" className={styles.row} onClick={() => choose(one)}>
                  <span className={styles.line}>
                    {!one.isRead && (
                      <>
                        <Dot color={ext.unread} size={8} />
                        <VisuallyHidden>{t('news.unread')}</VisuallyHidden>
                      </>
                    )}
                    <span className={mergeClasses(styles.name, !one.isRead && styles.unread)} title={one.title}>
                      {one.title}
                    </span>
                    <span className={styles.quiet}>
                      <RelativeTime date={one.publishedAt ?? one.createdAt} />
                    </span>
                  </span>
                  <span className={styles.preview}>{one.text}</span>
                  <Priority priority={one.priority} className={styles.quiet} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </PopoverSurface>
    </Popover>
  );
}
