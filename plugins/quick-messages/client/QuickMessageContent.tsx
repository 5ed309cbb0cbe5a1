import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import type { QuickMessage } from '../contract.ts';
import { FileMark } from './FileMark.tsx';

const useStyles = makeStyles({
  said: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    minWidth: 0,
    maxWidth: '720px',
    fontWeight: tokens.fontWeightRegular,
  },
  text: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    color: tokens.colorNeutralForeground2,
  },
  two: { WebkitLineClamp: 2 },
  one: { WebkitLineClamp: 1 },
  quiet: { color: tokens.colorNeutralForeground3 },
});

/** Text and file of a quick message, in two lines. */
export function QuickMessageContent({
  quickMessage: { message, mediaName, mediaMime },
}: {
  quickMessage: QuickMessage;
}) {
  const t = useT();
  const styles = useStyles();
  return (
    <span className={styles.said}>
      {message !== '' && (
        <span className={mergeClasses(styles.text, mediaName === null ? styles.two : styles.one)} title={message}>
          {message}
        </span>
      )}
      {message === '' && mediaName !== null && <span className={styles.quiet}>{t('list.onlyMedia')}</span>}
      {mediaName !== null && <FileMark name={mediaName} mime={mediaMime ?? ''} />}
    </span>
  );
}
