import { Button, Dialog, Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { api, useT } from '@balcao/sdk/client';
import { DialogFrame, EmptyState, ErrorState, ext } from '@balcao/sdk/ui';
import type { MessageView, TicketView } from '../../../contract.ts';
import { MessageRow } from '../../message/MessageRow.tsx';

const useStyles = makeStyles({
  thread: {
    minHeight: '200px',
    maxHeight: 'min(480px, 60dvh)',
    overflowY: 'auto',
    padding: '4px 12px 12px',
    borderRadius: '8px',
    backgroundColor: ext.canvas,
    outline: 'none',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '@media (max-width: 599px)': { height: '100%', maxHeight: 'none' },
  },
  waiting: { display: 'flex', flexDirection: 'column', gap: '12px', paddingTop: '12px' },
  ours: { alignSelf: 'flex-end' },
  list: { listStyle: 'none', margin: 0, padding: 0 },
});

export interface PeekDialogProps {
  ticketId: number;
  /** Undefined while it is loading. */
  ticket: TicketView | undefined;
  /** Why this person may not open it. */
  refusal?: string | undefined;
  /** Absent: read-only. */
  onOpen?: ((ticket: TicketView) => void) | undefined;
  onClose(): void;
}

/** The newest messages of a conversation, read-only: nothing is marked as read, and no access is logged. */
export function PeekDialog({ ticketId, ticket, refusal, onOpen, onClose }: PeekDialogProps) {
  const styles = useStyles();
  const t = useT();
  const thread = useRef<HTMLDivElement>(null);
  const query = useQuery({
    queryKey: ['tickets', 'peek', ticketId],
    queryFn: async ({ signal }) =>
      (await api.get<{ messages: MessageView[] }>(`/messages/${ticketId}`, { pageNumber: 1 }, { signal })).messages,
    // Messages are loaded each time, and updated live while it is open.
    staleTime: 0,
  });
  const messages = query.data;
  useLayoutEffect(() => {
    if (messages && thread.current) thread.current.scrollTop = thread.current.scrollHeight;
  }, [messages]);
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogFrame
        title={t('peek.title')}
        {...(ticket && { subtitle: ticket.contact.name })}
        width={560}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{t('peek.close')}</Button>
            {ticket && onOpen && (
              <Button
                appearance="primary"
                onClick={() => {
                  onClose();
                  onOpen(ticket);
                }}
              >
                {t('action.open')}
              </Button>
            )}
          </>
        }
      >
        {/* Focusable, so that it can be scrolled by keys. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div ref={thread} className={styles.thread} role="region" aria-label={t('peek.messages')} tabIndex={0}>
          {refusal !== undefined ? (
            <EmptyState title={refusal} />
          ) : query.isError && !messages ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : messages === undefined || ticket === undefined ? (
            <Skeleton className={styles.waiting} aria-label={t('peek.loading')}>
              <SkeletonItem size={40} style={{ width: '60%' }} />
              <SkeletonItem size={40} style={{ width: '50%' }} className={styles.ours} />
              <SkeletonItem size={40} style={{ width: '70%' }} />
            </Skeleton>
          ) : messages.length === 0 ? (
            <p>{t('peek.empty')}</p>
          ) : (
            <ol className={styles.list}>
              {messages.map((message, index) => (
                <li key={message.id}>
                  <MessageRow
                    message={message}
                    ticket={ticket}
                    starts={messages[index - 1]?.fromMe !== message.fromMe}
                    inert={message.failure !== null}
                    showsDate
                  />
                </li>
              ))}
            </ol>
          )}
        </div>
      </DialogFrame>
    </Dialog>
  );
}
