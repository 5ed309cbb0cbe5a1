import { makeStyles } from '@fluentui/react-components';
import { api, useShortcut, useT, useToasts } from '@balcao/sdk/client';
import { EmptyState, ErrorState, SkeletonRows } from '@balcao/sdk/ui';
import { ApiError } from '@balcao/sdk/client';
import { ChatComposer } from './ChatComposer.tsx';
import { ChatHeader } from './ChatHeader.tsx';
import { ChatMessages } from './ChatMessages.tsx';
import { useChat } from './useChat.ts';

const useStyles = makeStyles({
  wait: { padding: '24px' },
  pane: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, minWidth: 0 },
});

/** One chat: its head, its messages and the composer. */
export function ChatPane({ uuid }: { uuid: string }) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const { chat, pages, messages } = useChat(uuid);
  const isWriting = messages.some(({ state }) => state === 'writing' || state === 'queued');
  const stop = (): void => void api.post(`/chatsai/${uuid}/stop`).catch(toasts.error);
  useShortcut('Escape', stop, { label: t('chat.stop'), when: () => isWriting });
  if (chat.isPending || pages.isPending)
    return (
      <div className={styles.wait}>
        <SkeletonRows rows={6} height={64} />
      </div>
    );
  if (chat.isError)
    return chat.error instanceof ApiError && chat.error.status === 404 ? (
      <EmptyState title={t('errors.ERR_NO_CHAT_FOUND')} text={t('chat.chooseText')} />
    ) : (
      <ErrorState error={chat.error} onRetry={() => void chat.refetch()} />
    );
  if (pages.isError) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  return (
    <div className={styles.pane}>
      <ChatHeader chat={chat.data} />
      <ChatMessages
        messages={messages}
        hasMore={pages.hasNextPage}
        onMore={() => void pages.fetchNextPage()}
        onAgain={() => void api.post(`/chatsai/${uuid}/again`, {}).catch(toasts.error)}
      />
      <ChatComposer uuid={uuid} isWriting={isWriting} onStop={stop} />
    </div>
  );
}
