import { makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import type { OutsideWindowPartProps } from '@balcao/tickets/contract';
import { AnswerButtons } from './AnswerButtons.tsx';
import { useComments } from './useComments.ts';

const useStyles = makeStyles({
  text: { margin: '0 0 8px', color: tokens.colorNeutralForeground2, textWrap: 'pretty' },
});

/** In place of the composer, for a person who commented and wrote no private message: answers to their last comment. */
export default function AfterComment({ ticket, sent }: OutsideWindowPartProps) {
  const t = useT();
  const styles = useStyles();
  const { data } = useComments(ticket);
  const last = data?.find(({ messageId }) => messageId !== null);
  if (!last || last.messageId === null) return null;
  return (
    <>
      <p className={styles.text}>{t('comments.instead')}</p>
      <AnswerButtons ticket={ticket} messageId={last.messageId} comment={last} onSent={sent} />
    </>
  );
}
