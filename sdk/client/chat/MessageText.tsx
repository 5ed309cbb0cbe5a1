import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useFormat } from '@balcao/sdk/client';
import { useChatT } from './texts.ts';
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

export interface MessageTimeProps {
  /** ISO 8601. */
  date: string;
  /** Delivery state, see `Ticks`; undefined for messages of others. */
  ack?: number | undefined;
  /** Shows day and time, where days have no headings of their own. */
  showsDate?: boolean;
  /** True if its author edited it. */
  isEdited?: boolean;
  className?: string;
}

/** The time, exact in its tooltip, and the delivery state. */
export function MessageTime({ date, ack, showsDate, isEdited, className }: MessageTimeProps) {
  const styles = useStyles();
  const format = useFormat();
  return (
    <span className={mergeClasses(styles.meta, className)}>
      {isEdited && <Edited />}
      {/* The native tooltip, because a scroll renders dozens of these at once. */}
      <time dateTime={date} title={format.dateTime(date)}>
        {showsDate ? format.dateTime(date) : format.clock(date)}
      </time>
      {ack !== undefined && <Ticks ack={ack} />}
    </span>
  );
}

const Edited = () => <span>{useChatT()('edited')}</span>;

export interface MessageTextProps {
  children?: ReactNode;
  /** True for a caption under a picture or a player. */
  afterMedia?: boolean;
  when: MessageTimeProps;
}

/** Text with the time at the end of its last line, or below if there is no room. */
export function MessageText({ children, afterMedia, when }: MessageTextProps) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.text, afterMedia && styles.afterMedia)}>
      {children}
      <MessageTime {...when} className={styles.floating} />
    </div>
  );
}
