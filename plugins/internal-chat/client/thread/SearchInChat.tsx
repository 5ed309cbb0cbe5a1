import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronDown20Regular, ChevronUp20Regular, Dismiss20Regular } from '@fluentui/react-icons';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useT } from '@balcao/sdk/client';
import { EmptyState, ErrorState, IconButton, SearchBox, SkeletonRows } from '@balcao/sdk/ui';
import { FoundMessage } from '../found/FoundMessage.tsx';
import { fewestLetters, useFound, type Found } from '../found/useFound.ts';

const useStyles = makeStyles({
  place: { position: 'relative', flexShrink: 0, zIndex: 2 },
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    padding: '8px 12px 8px 24px',
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 599px)': { padding: '8px 4px 8px 12px' },
  },
  field: { minWidth: 0, '& input': { minWidth: 0 } },
  count: {
    minWidth: 0,
    flexShrink: 0,
    paddingInline: '6px',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
  results: {
    position: 'absolute',
    top: '100%',
    left: '16px',
    right: '16px',
    boxSizing: 'border-box',
    maxHeight: 'min(400px, 52vh)',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    padding: '6px',
    borderRadius: '0 0 8px 8px',
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
    '@media (max-width: 599px)': { left: 0, right: 0 },
  },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  more: { display: 'flex', justifyContent: 'center', padding: '4px' },
});

export interface SearchInChatProps {
  chatId: number;
  term: string;
  onTerm(term: string): void;
  /** Scrolls to the message. */
  onShow(seq: number): void;
  onClose(): void;
}

/**
 * Search in one chat. Results are listed below the field, newest first; arrows walk through them, Enter shows one in its
 * place, and further Enters the older ones.
 */
export default function SearchInChat({ chatId, term, onTerm, onShow, onClose }: SearchInChatProps) {
  const styles = useStyles();
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<number>();
  const [isListed, setListed] = useState(true);
  const found = useFound(term, chatId);
  const { messages, hasNextPage } = found;
  const at = messages.findIndex(({ id }) => id === shown);
  const isAsking = term.length >= fewestLetters;

  const focusField = (): void => place.current?.querySelector('input')?.focus();
  const show = (message: Found | undefined): void => {
    if (!message) return;
    setShown(message.id);
    setListed(false);
    onShow(message.seq);
    focusField();
  };
  /** 1: the next older result, -1: the next newer one. */
  const step = async (by: 1 | -1): Promise<void> => {
    const next = messages[at + by];
    if (next || by < 0 || !hasNextPage) return show(next);
    const { data } = await found.fetchNextPage();
    show(data?.pages.flatMap(({ records }) => records)[at + 1]);
  };
  const walk = (by: number): void => {
    const rows = [...(place.current?.querySelectorAll<HTMLElement>('[data-found]') ?? [])];
    const from = rows.indexOf(document.activeElement as HTMLElement);
    if (from + by < 0) return focusField();
    (rows[from < 0 ? Math.max(0, at) : from + by] ?? rows.at(-1))?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const field = event.target instanceof HTMLInputElement ? event.target : undefined;
    const arrow = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && field?.value.trim() === term) void step(event.shiftKey && !isListed ? -1 : 1);
    else if (arrow !== undefined && isListed) walk(arrow);
    else if (arrow !== undefined && field && messages.length > 0) setListed(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={place} className={styles.place} role="search" onKeyDownCapture={onKeyDown}>
      <div className={styles.bar}>
        <SearchBox
          className={styles.field}
          autoFocus
          value={term}
          wait={300}
          onChange={(next) => {
            onTerm(next.trim());
            setShown(undefined);
            setListed(true);
          }}
          placeholder={t('search.placeholder')}
        />
        {at >= 0 && (
          <Button
            className={styles.count}
            size="small"
            appearance="subtle"
            aria-label={t('search.backToFinds')}
            aria-expanded={isListed}
            title={t('search.backToFinds')}
            onClick={() => setListed(!isListed)}
          >
            {t(hasNextPage ? 'search.findOfMore' : 'search.findOf', { place: at + 1, count: messages.length })}
          </Button>
        )}
        {isAsking && messages.length > 0 && (
          <>
            <IconButton
              icon={<ChevronUp20Regular />}
              label={t('search.olderFind')}
              shortcut="Enter"
              disabledFocusable={at === messages.length - 1 && !hasNextPage}
              onClick={() => void step(1)}
            />
            <IconButton
              icon={<ChevronDown20Regular />}
              label={t('search.newerFind')}
              shortcut="shift+Enter"
              disabledFocusable={at <= 0}
              onClick={() => void step(-1)}
            />
          </>
        )}
        <IconButton icon={<Dismiss20Regular />} label={t('search.close')} shortcut="Escape" onClick={onClose} />
      </div>
      {isAsking && isListed && (
        <div className={styles.results}>
          {found.isError ? (
            <ErrorState error={found.error} onRetry={() => void found.refetch()} />
          ) : found.isPending ? (
            <SkeletonRows rows={3} />
          ) : messages.length === 0 ? (
            <EmptyState title={t('list.nothing')} text={t('search.nothingText')} />
          ) : (
            <ul className={styles.list} aria-label={t('search.results')}>
              {messages.map((message) => (
                <li key={message.id}>
                  <FoundMessage message={message} term={term} isCurrent={message.id === shown} onOpen={show} />
                </li>
              ))}
            </ul>
          )}
          {hasNextPage && (
            <div className={styles.more}>
              <Button
                size="small"
                appearance="subtle"
                disabledFocusable={found.isFetchingNextPage}
                onClick={() => void found.fetchNextPage()}
              >
                {t('search.older')}
              </Button>
            </div>
          )}
        </div>
      )}
    </div>
  );
}
