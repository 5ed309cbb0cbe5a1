import { makeStyles, tokens } from '@fluentui/react-components';
import { Globe16Regular, LockClosed16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import type { MessageView } from '@balcao/tickets/contract';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '5px',
    padding: '0 10px 6px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/** Under an answer to a comment: who reads it. */
export default function AnswerMark({ message }: { message: MessageView }) {
  const t = useT();
  const styles = useStyles();
  const isPublic = (message.dataJson as { way?: unknown } | null)?.way === 'public';
  return (
    <div className={styles.line}>
      {isPublic ? <Globe16Regular aria-hidden="true" /> : <LockClosed16Regular aria-hidden="true" />}
      {t(isPublic ? 'comments.publicMark' : 'comments.privateMark')}
    </div>
  );
}
