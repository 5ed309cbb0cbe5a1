import { makeStyles, tokens } from '@fluentui/react-components';
import { ArrowForward16Regular } from '@fluentui/react-icons';
import { useChatT } from './texts.ts';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    padding: '5px 10px 0',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontStyle: 'italic',
    color: tokens.colorNeutralForeground3,
  },
});

/** The line above a forwarded message. */
export function ForwardedLine() {
  const styles = useStyles();
  const t = useChatT();
  return (
    <div className={styles.line}>
      <ArrowForward16Regular aria-hidden="true" />
      {t('forwarded')}
    </div>
  );
}
