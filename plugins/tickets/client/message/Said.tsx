import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useFormat, useT } from '@balcao/sdk/client';
import { Ticks } from './Ticks.tsx';

const useStyles = makeStyles({
  text: { display: 'flow-root', padding: '6px 10px 5px' },
  afterMedia: { paddingTop: '4px' },
  meta: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '3px',
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    userSelect: 'none',
  },
  floating: { float: 'right', margin: '5px -2px -1px 12px' },
});

export interface WhenProps {
  date: string;
  /** Undefined for what others said. */
  ack?: number | undefined;
  showsDate?: boolean;
  /** Its author changed it after it was said. */
  isEdited?: boolean;
  className?: string;
}

/** The time, exact in its tooltip, and how far it came. */
export function When({ date, ack, showsDate, isEdited, className }: WhenProps) {
  const styles = useStyles();
  const format = useFormat();
  const t = useT();
  return (
    <span className={mergeClasses(styles.meta, className)}>
      {isEdited && <span>{t('thread.edited')}</span>}
      {/* The browser's own tooltip: there are many of these, and a scroll draws dozens at once. */}
      <time dateTime={date} title={format.dateTime(date)}>
        {showsDate ? format.dateTime(date) : format.clock(date)}
      </time>
      {ack !== undefined && <Ticks ack={ack} />}
    </span>
  );
}

/** Words with the time at the end of their last line, or under it where there is no room. */
export function Said({ children, afterMedia, when }: { children?: ReactNode; afterMedia?: boolean; when: WhenProps }) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.text, afterMedia && styles.afterMedia)}>
      {children}
      <When {...when} className={styles.floating} />
    </div>
  );
}
