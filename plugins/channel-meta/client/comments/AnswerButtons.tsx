import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { useFormat, useT } from '@balcao/sdk/client';
import type { TicketView } from '@balcao/tickets/contract';
import type { AnswerWay, CommentView } from '../../contract.ts';
import { AnswerDialog } from './AnswerDialog.tsx';

const useStyles = makeStyles({
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '6px' },
  note: {
    margin: '6px 0 0',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    textWrap: 'pretty',
  },
});

export interface AnswerButtonsProps {
  ticket: TicketView;
  messageId: number;
  comment: CommentView;
  /** A button beside them. */
  children?: ReactNode;
  onSent?(): void;
}

/** The two ways to answer a comment, and until when the private one is possible. */
export function AnswerButtons({ ticket, messageId, comment, children, onSent }: AnswerButtonsProps) {
  const t = useT();
  const styles = useStyles();
  const { dateTime } = useFormat();
  const [way, setWay] = useState<AnswerWay>();
  const { isAnswered, isLive, privateUntil } = comment;
  const note = (): string => {
    if (isAnswered) return t('comments.answered');
    if (privateUntil === null) return t('comments.late');
    return isLive ? t('comments.whileLive') : t('comments.until', { until: dateTime(privateUntil) });
  };
  return (
    <>
      <div className={styles.buttons}>
        <Button size="small" onClick={() => setWay('public')}>
          {t('comments.public')}
        </Button>
        {privateUntil !== null && (
          <Button size="small" onClick={() => setWay('private')}>
            {t('comments.private')}
          </Button>
        )}
        {children}
      </div>
      <p className={styles.note}>{note()}</p>
      {way && (
        <AnswerDialog
          ticket={ticket}
          messageId={messageId}
          comment={comment}
          way={way}
          {...(onSent && { onSent })}
          onClose={() => setWay(undefined)}
        />
      )}
    </>
  );
}
