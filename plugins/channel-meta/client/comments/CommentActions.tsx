import { Button, makeStyles } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { StatusPill } from '@balcao/sdk/ui';
import type { MessageView, TicketView } from '@balcao/tickets/contract';
import type { CommentView } from '../../contract.ts';
import { AnswerButtons } from './AnswerButtons.tsx';
import { commentsKey, useComments } from './useComments.ts';

const useStyles = makeStyles({ all: { padding: '2px 10px 8px' }, hidden: { marginBottom: '6px' } });

/** Under a comment: how it can be answered, and whether other people see it. */
export default function CommentActions({ message, ticket }: { message: MessageView; ticket: TicketView }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const commentId = message.context?.id ?? '';
  const { data } = useComments(ticket, commentId);
  const comment = data?.find((one) => one.commentId === commentId);
  if (!comment) return null;
  const hide = async (isHidden: boolean): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      const view = await api.put<CommentView>(`/meta/comments/${message.id}/hidden`, { isHidden });
      queries.setQueryData<CommentView[]>(commentsKey(ticket.id), (known) =>
        known?.map((one) => (one.commentId === view.commentId ? view : one)),
      );
      toasts.success(t(isHidden ? 'comments.hiddenNow' : 'comments.shownNow'));
    } catch (error) {
      toasts.error(error);
    } finally {
      setBusy(false);
    }
  };
  const { isHidden } = comment;
  return (
    <div className={styles.all}>
      {isHidden && (
        <div className={styles.hidden}>
          <StatusPill tone="warn">{t('comments.hidden')}</StatusPill>
        </div>
      )}
      {ticket.status === 'open' && (
        <AnswerButtons ticket={ticket} messageId={message.id} comment={comment}>
          <Button size="small" appearance="subtle" disabledFocusable={isBusy} onClick={() => void hide(!isHidden)}>
            {t(isHidden ? 'comments.show' : 'comments.hide')}
          </Button>
        </AnswerButtons>
      )}
    </div>
  );
}
