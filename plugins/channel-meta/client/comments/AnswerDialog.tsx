import { Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, useFormat, useT } from '@balcao/sdk/client';
import { FormDialog } from '@balcao/sdk/ui';
import { textSizeOf } from '@balcao/connections/contract';
import type { TicketView } from '@balcao/tickets/contract';
import { answerLimits, isMetaChannel, type AnswerWay, type CommentView } from '../../contract.ts';
import { commentsKey } from './useComments.ts';

const useStyles = makeStyles({
  text: { width: '100%', '& textarea': { minHeight: '96px', maxHeight: '40vh' } },
  long: { margin: '6px 0 0', color: tokens.colorPaletteRedForeground1, fontSize: tokens.fontSizeBase200 },
});

export interface AnswerDialogProps {
  ticket: TicketView;
  messageId: number;
  comment: CommentView;
  way: AnswerWay;
  onSent?(): void;
  onClose(): void;
}

/** Writes an answer to a comment. What was typed stays when Meta or the product refuses it. */
export function AnswerDialog({ ticket, messageId, comment, way, onSent, onClose }: AnswerDialogProps) {
  const t = useT();
  const styles = useStyles();
  const { dateTime } = useFormat();
  const queries = useQueryClient();
  const [body, setBody] = useState('');
  // The same text sent again is the same answer; another text is another.
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const limit = answerLimits[isMetaChannel(ticket.channel) ? ticket.channel : 'facebook'][way];
  const isLong = textSizeOf(body.trim(), limit) > limit.max;
  // Kept from when it was opened: a colleague may answer meanwhile.
  const [until] = useState(comment.privateUntil);
  const help = (): string => {
    if (way === 'public') return t('comments.publicHelp');
    if (comment.isLive) return t('comments.liveHelp', { name: ticket.contact.name });
    return t('comments.privateHelp', { name: ticket.contact.name, until: until ? dateTime(until) : '' });
  };
  const send = async (): Promise<void> => {
    try {
      await api.post(`/meta/comments/${messageId}/answers`, { way, body: body.trim(), clientId });
    } finally {
      void queries.invalidateQueries({ queryKey: commentsKey(ticket.id) });
    }
    onClose();
    onSent?.();
  };
  return (
    <FormDialog
      open
      title={t(`comments.${way}`)}
      subtitle={help()}
      submitLabel={t(`comments.send.${way}`)}
      disabled={body.trim() === '' || isLong}
      onSubmit={send}
      onClose={onClose}
    >
      <Textarea
        className={styles.text}
        textarea={{ autoFocus: true }}
        aria-label={t('comments.yourAnswer')}
        resize="vertical"
        value={body}
        onChange={(_, data) => {
          setBody(data.value);
          setClientId(crypto.randomUUID());
        }}
      />
      {isLong && (
        <p className={styles.long} role="alert">
          {t('comments.tooLong')}
        </p>
      )}
    </FormDialog>
  );
}
