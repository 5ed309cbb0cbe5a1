import { makeStyles, tokens } from '@fluentui/react-components';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { api, useFormat, useT } from '@balcao/sdk/client';
import { ConfirmDialog, EmptyState, ErrorState, SkeletonRows } from '@balcao/sdk/ui';
import type { ChatView } from '../../contract.ts';
import { ChatRow } from './ChatRow.tsx';

const useStyles = makeStyles({
  list: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: '0 8px 12px' },
  day: {
    margin: 0,
    padding: '10px 8px 4px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  rows: { listStyleType: 'none', margin: 0, padding: 0 },
  wait: { padding: '8px' },
});

interface ChatListProps {
  chats: UseQueryResult<ChatView[]>;
  search: string;
  chosen: string | undefined;
  onChoose(uuid: string): void;
}

/** The chats, grouped by the day of their last message. */
export function ChatList({ chats, search, chosen, onChoose }: ChatListProps) {
  const styles = useStyles();
  const t = useT();
  const { day } = useFormat();
  const [removing, setRemoving] = useState<ChatView>();
  if (chats.isPending)
    return (
      <div className={styles.wait}>
        <SkeletonRows rows={8} height={52} />
      </div>
    );
  if (chats.isError) return <ErrorState error={chats.error} onRetry={() => void chats.refetch()} />;
  if (chats.data.length === 0)
    return search === '' ? (
      <EmptyState title={t('chat.none')} text={t('chat.noneText')} />
    ) : (
      <EmptyState title={t('chat.notFound', { term: search })} />
    );
  const days = Map.groupBy(chats.data, ({ updatedAt }) => day(updatedAt));
  return (
    <nav className={styles.list} aria-label={t('chat.chats')}>
      {[...days].map(([title, rows]) => (
        <section key={title} aria-label={title}>
          <h2 className={styles.day}>{title}</h2>
          <ul className={styles.rows}>
            {rows.map((chat) => (
              <ChatRow
                key={chat.id}
                chat={chat}
                isChosen={chat.uuid === chosen}
                onChoose={() => onChoose(chat.uuid)}
                onRemove={() => setRemoving(chat)}
              />
            ))}
          </ul>
        </section>
      ))}
      <ConfirmDialog
        open={removing !== undefined}
        title={t('chat.delete')}
        text={t('chat.deleteText')}
        confirmLabel={t('chat.delete')}
        onConfirm={async () => {
          if (removing) await api.delete(`/chatsai/${removing.id}`);
          setRemoving(undefined);
        }}
        onClose={() => setRemoving(undefined)}
      />
    </nav>
  );
}
