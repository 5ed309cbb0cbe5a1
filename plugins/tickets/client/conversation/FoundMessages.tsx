import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { EmptyState, ErrorState } from '@balcao/sdk/ui';
import type { MessageView, TicketView } from '../../contract.ts';
import { plainText } from '@balcao/sdk/chat';
import { MessageRow } from '../message/MessageRow.tsx';
import { ThreadSkeleton } from './ThreadSkeleton.tsx';
import type { SearchOfThread } from './useThreadSearch.ts';

const useStyles = makeStyles({
  box: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    outline: 'none',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  rows: {
    maxWidth: '960px',
    marginInline: 'auto',
    padding: '8px 24px',
    display: 'flex',
    flexDirection: 'column',
    '@media (max-width: 599px)': { padding: '8px 12px' },
  },
  more: { alignSelf: 'center', marginBottom: '8px' },
  count: {
    alignSelf: 'center',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    paddingBlock: '4px',
  },
  hit: {
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusXLarge,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

export interface FoundMessagesProps {
  ticket: TicketView;
  thread: SearchOfThread;
  /** Scrolls to the message in the conversation. */
  onShow(message: MessageView): void;
}

/** The results of a search in the conversation, oldest first; a click scrolls to the message. */
export function FoundMessages({ ticket, thread, onShow }: FoundMessagesProps) {
  const styles = useStyles();
  const t = useT();
  const { found, messages } = thread;
  if (found.isPending) return <ThreadSkeleton />;
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (messages.length === 0 && !found.hasNextPage) {
    return <EmptyState title={t('search.nothing')} text={t('search.nothingText')} />;
  }
  return (
    <div className={styles.box} tabIndex={0} role="region" aria-label={t('search.results')}>
      <div className={styles.rows}>
        {found.hasNextPage && (
          <Button
            className={styles.more}
            size="small"
            disabledFocusable={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {t('search.older')}
          </Button>
        )}
        <span className={styles.count} role="status">
          {t('search.count', { count: messages.length })}
        </span>
        {messages.map((message) => (
          <div
            key={message.id}
            className={styles.hit}
            role="button"
            tabIndex={0}
            aria-label={t('search.show', { text: plainText(message.body) || message.mediaName })}
            onClick={() => onShow(message)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onShow(message);
            }}
          >
            <MessageRow message={message} ticket={ticket} starts showsDate inert />
          </div>
        ))}
      </div>
    </div>
  );
}
