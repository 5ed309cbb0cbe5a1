import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChatAdd20Regular, Megaphone20Regular } from '@fluentui/react-icons';
import { useState, type KeyboardEvent, type UIEvent } from 'react';
import { lazyPart, useSession, useShortcut, useT } from '@balcao/sdk/client';
import { EmptyState, ErrorState, IconButton, Kbd, SearchBox, Segment, SkeletonRows } from '@balcao/sdk/ui';
import type { ChatView } from '../../contract.ts';
import { rowsOf, useChats, type Kind } from '../data/chats.ts';
import { useFound } from '../found/useFound.ts';
import { useWidget } from '../shell/widget-state.ts';
import { ChatRow } from './ChatRow.tsx';
import { FoundMessages } from './FoundMessages.tsx';

const ChatDialog = lazyPart(() => import('../dialogs/ChatDialog.tsx'));

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0, minWidth: 0 },
  head: { display: 'flex', alignItems: 'center', gap: '4px', height: '56px', padding: '0 12px 0 24px', flexShrink: 0 },
  title: {
    flexGrow: 1,
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.01em',
  },
  tools: { display: 'flex', flexDirection: 'column', gap: '8px', padding: '0 12px 8px', flexShrink: 0 },
  slim: { paddingTop: '12px' },
  rows: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: '0 8px 8px' },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  foot: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    height: '44px',
    padding: '0 16px',
    flexShrink: 0,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '@media (max-width: 1023px)': { display: 'none' },
  },
});

export interface ChatListProps {
  currentId: number | null;
  onOpen(chat: Pick<ChatView, 'id' | 'uuid'>): void;
  /** A message found by the search, by its position. */
  onFound(uuid: string, seq: number): void;
  /** In the widget, which has a title of its own. */
  isSlim?: boolean;
}

/** Chats, and below them messages that were found. */
const rowSelector = '[data-chat], [data-found]';

/** Moves the focus between the field and the rows. */
const onArrow = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLElement>(rowSelector);
  if (step === undefined || !(row || target instanceof HTMLInputElement)) return;
  const list = event.currentTarget;
  const rows = [...list.querySelectorAll<HTMLElement>(rowSelector)];
  const next = rows[(row ? rows.indexOf(row) : -1) + step];
  if (next) next.focus();
  else if (row && step < 0) list.querySelector('input')?.focus();
  event.preventDefault();
};

/** The person's chats: search, filter, and the buttons that make new ones. */
export function ChatList({ currentId, onOpen, onFound, isSlim = false }: ChatListProps) {
  const styles = useStyles();
  const t = useT();
  const { can } = useSession();
  const { unread } = useWidget();
  const [kind, setKind] = useState<Kind>('all');
  const [term, setTerm] = useState('');
  const [making, setMaking] = useState<'chat' | 'channel'>();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, isPending } = useChats(kind, term);
  const rows = rowsOf(data);
  const found = useFound(term);
  const hasFound = found.messages.length > 0 || found.isFetching;
  const mayCreate = can('chat:create');

  const step = (by: number): void => {
    const at = rows.findIndex(({ id }) => id === currentId);
    const next = rows[at < 0 ? 0 : at + by];
    if (next) onOpen(next);
  };
  useShortcut('j', () => step(1), { when: () => !isSlim });
  useShortcut('k', () => step(-1), { when: () => !isSlim });
  useShortcut('n', () => setMaking('chat'), { when: () => !isSlim && mayCreate });

  const near = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent): void => {
    if (hasNextPage && !isFetchingNextPage && scrollHeight - scrollTop - clientHeight < 100) void fetchNextPage();
  };
  const buttons = mayCreate && (
    <>
      <IconButton icon={<Megaphone20Regular />} label={t('list.newChannel')} onClick={() => setMaking('channel')} />
      <IconButton
        icon={<ChatAdd20Regular />}
        label={t('list.newChat')}
        {...(!isSlim && { shortcut: 'n' })}
        onClick={() => setMaking('chat')}
      />
    </>
  );
  return (
    <div className={styles.column} role="presentation" onKeyDown={onArrow}>
      {!isSlim && (
        <header className={styles.head}>
          <h1 className={styles.title}>{t('page.title')}</h1>
          {buttons}
        </header>
      )}
      <div className={isSlim ? `${styles.tools} ${styles.slim}` : styles.tools}>
        <SearchBox value={term} onChange={setTerm} placeholder={t('list.search')} wait={300} />
        <Segment<Kind>
          label={t('list.filter')}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'all', label: t('list.all') },
            { value: 'unread', label: t('list.unreadOnly'), ...(unread > 0 && { count: unread }) },
            { value: 'channels', label: t('list.channels') },
          ]}
        />
      </div>
      <div className={styles.rows} onScroll={near}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : isPending ? (
          <SkeletonRows rows={8} />
        ) : (
          <>
            {rows.length > 0 && (
              <ul className={styles.list} aria-label={t('list.label')}>
                {rows.map((chat) => (
                  <li key={chat.id}>
                    <ChatRow chat={chat} isCurrent={chat.id === currentId} onOpen={onOpen} />
                  </li>
                ))}
              </ul>
            )}
            <FoundMessages term={term} onOpen={onFound} />
            {rows.length === 0 && !hasFound && (
              <EmptyState
                title={term ? t('list.nothing') : t(`list.empty.${kind}`)}
                {...(!term && kind === 'all' && { text: t('list.emptyText') })}
                {...(!term &&
                  kind !== 'unread' &&
                  mayCreate && {
                    action: (
                      <Button appearance="primary" onClick={() => setMaking(kind === 'channels' ? 'channel' : 'chat')}>
                        {t(kind === 'channels' ? 'list.newChannel' : 'list.newChat')}
                      </Button>
                    ),
                  })}
              />
            )}
          </>
        )}
      </div>
      {!isSlim && (
        <div className={styles.foot} aria-hidden="true">
          {mayCreate && (
            <>
              <Kbd keys="n" /> {t('list.hintNew')}
            </>
          )}
          <Kbd keys="j" /> <Kbd keys="k" /> {t('list.hintMove')}
        </div>
      )}
      {isSlim && mayCreate && (
        <div className={styles.foot} style={{ display: 'flex', justifyContent: 'flex-end' }}>
          {buttons}
        </div>
      )}
      {making && (
        <ChatDialog
          isChannel={making === 'channel'}
          onClose={() => setMaking(undefined)}
          onSaved={(chat) => {
            setMaking(undefined);
            onOpen(chat);
          }}
        />
      )}
    </div>
  );
}
