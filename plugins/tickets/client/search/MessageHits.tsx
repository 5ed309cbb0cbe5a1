import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowLeft20Regular, LockClosed12Regular } from '@fluentui/react-icons';
import { useRef, type UIEvent } from 'react';
import { mediaUrl, useShortcut, useT } from '@balcao/sdk/client';
import {
  Avatar,
  EmptyState,
  ErrorState,
  VisuallyHidden,
  IconButton,
  RelativeTime,
  ext,
  useRovingFocus,
} from '@balcao/sdk/ui';
import type { FoundMessage } from '../../contract.ts';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { Excerpt } from './Excerpt.tsx';
import { useFoundEverywhere } from './useFoundEverywhere.ts';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    minHeight: '40px',
    padding: '0 16px 4px 8px',
  },
  title: {
    flexGrow: 1,
    minWidth: 0,
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  alone: { paddingLeft: '8px' },
  count: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  box: { flexGrow: 1, minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain', padding: '0 8px 8px' },
  rows: { listStyle: 'none', margin: 0, padding: 0 },
  row: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '12px',
    width: '100%',
    padding: '9px 8px 9px 14px',
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  current: { backgroundColor: ext.selected, ':hover': { backgroundColor: ext.selectedHover } },
  lines: { flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column', gap: '1px' },
  line: { display: 'flex', alignItems: 'baseline', gap: '8px', minWidth: 0 },
  name: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  time: {
    flexShrink: 0,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
  said: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    color: tokens.colorNeutralForeground3,
    lineHeight: tokens.lineHeightBase200,
    fontSize: tokens.fontSizeBase200,
  },
  note: { display: 'inline-flex', verticalAlign: '-1px', marginRight: '4px', color: ext.warn },
  more: { display: 'flex', justifyContent: 'center', paddingTop: '8px' },
});

export interface MessageHitsProps {
  term: string;
  /** The conversation on the screen. */
  openUuid: string | undefined;
  onOpen(hit: FoundMessage): void;
  /** Absent: there is nothing to go back to. */
  onBack?(): void;
}

/** Where the words were said, in all conversations: each leads to its place. */
export function MessageHits({ term, openUuid, onOpen, onBack }: MessageHitsProps) {
  const styles = useStyles();
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const walk = useRovingFocus<HTMLUListElement>('vertical');
  const found = useFoundEverywhere(term);
  const { messages, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = found;
  useShortcut('Escape', () => onBack?.(), {
    when: () => onBack !== undefined && (box.current?.contains(document.activeElement) ?? false),
  });
  const total = hasNextPage ? `${messages.length}+` : String(messages.length);
  const onScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent) => {
    const isNearEnd = scrollHeight - scrollTop - clientHeight < 200;
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  };
  return (
    <>
      <div className={styles.head}>
        {onBack && <IconButton icon={<ArrowLeft20Regular />} label={t('found.back')} onClick={onBack} />}
        <h2 className={mergeClasses(styles.title, !onBack && styles.alone)}>
          {t('found.messages')} {messages.length > 0 && <span className={styles.count}>({total})</span>}
        </h2>
      </div>
      <VisuallyHidden live="polite">
        {found.isPending ? t('found.searching') : t('found.heard', { count: messages.length })}
      </VisuallyHidden>
      {found.isPending ? (
        <ListSkeleton />
      ) : found.isError && messages.length === 0 ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : messages.length === 0 ? (
        <EmptyState title={t('list.nothingFound', { term })} text={t('found.noneText')} />
      ) : (
        <div ref={box} className={styles.box} onScroll={onScroll}>
          <ul
            ref={walk.ref}
            className={styles.rows}
            aria-label={t('found.list')}
            onKeyDown={walk.onKeyDown}
            onFocus={walk.onFocus}
            onBlur={walk.onBlur}
          >
            {messages.map((hit) => (
              <li key={hit.id}>
                <Hit hit={hit} isOpen={hit.ticketUuid === openUuid} onOpen={() => onOpen(hit)} />
              </li>
            ))}
          </ul>
          {hasNextPage && (
            <div className={styles.more}>
              <Button size="small" disabledFocusable={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('found.more')}
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  );
}

function Hit({ hit, isOpen, onOpen }: { hit: FoundMessage; isOpen: boolean; onOpen(): void }) {
  const styles = useStyles();
  const t = useT();
  const { contact, snippet } = hit;
  const author = hit.fromMe || hit.onlyInternal ? `${hit.user?.name ?? t('found.company')}: ` : '';
  return (
    <button
      type="button"
      className={mergeClasses(styles.row, isOpen && styles.current)}
      // Of the open conversation more than one message may be found.
      aria-current={isOpen ? 'location' : undefined}
      onClick={onOpen}
    >
      <Avatar
        name={contact.name}
        picture={contact.profilePicUrl && mediaUrl(contact.profilePicUrl)}
        size={32}
        decorative
      />
      <span className={styles.lines}>
        <span className={styles.line}>
          <span className={styles.name} title={contact.name}>
            {contact.name}
          </span>
          <span className={styles.time}>
            <RelativeTime date={hit.createdAt} />
          </span>
        </span>
        <span className={styles.said}>
          {hit.onlyInternal && (
            <span className={styles.note} title={t('found.note')}>
              <LockClosed12Regular aria-label={t('found.note')} />
            </span>
          )}
          {author}
          <Excerpt {...snippet} />
        </span>
      </span>
    </button>
  );
}
