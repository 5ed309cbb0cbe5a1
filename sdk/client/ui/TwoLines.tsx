import type { ReactNode } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';

export interface TwoLinesProps {
  /** What it is called. */
  text: ReactNode;
  /** Quietly below it, cut where it is too long for one line. */
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
  // Cut by lines: words that may not break would make the whole table as wide as they are.
  cut: { display: '-webkit-box', WebkitLineClamp: 1, WebkitBoxOrient: 'vertical', overflow: 'hidden' },
});

/** A name with a quiet line below it: the first cell of rows that are 64 high. */
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
