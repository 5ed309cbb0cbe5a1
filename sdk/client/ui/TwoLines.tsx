import type { ReactNode } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';

export interface TwoLinesProps {
  /** The name. */
  text: ReactNode;
  /** Secondary text below it, truncated to one line. */
  below?: ReactNode;
}

const useStyles = makeStyles({
  lines: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  text: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  below: {
    overflowWrap: 'anywhere',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  // Truncated by line clamp: unbreakable text would make the whole table as wide as itself.
  cut: { display: '-webkit-box', WebkitLineClamp: 1, WebkitBoxOrient: 'vertical', overflow: 'hidden' },
});

/** A name with secondary text below it: the first cell of rows that are 64 px high. */
export function TwoLines({ text, below }: TwoLinesProps) {
  const styles = useStyles();
  const isText = typeof below === 'string';
  return (
    <span className={styles.lines}>
      <span className={styles.text}>{text}</span>
      {below !== undefined && below !== '' && (
        <span className={mergeClasses(styles.below, isText && styles.cut)} title={isText ? below : undefined}>
          {below}
        </span>
      )}
    </span>
  );
}
