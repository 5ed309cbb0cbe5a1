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
  /** As `Ticks` takes it; undefined for what others said. */
  ack?: number | undefined;
  /** Day and time: where days have no lines of their own. */
  showsDate?: boolean;
  /** Its author changed it after it was said. */
  isEdited?: boolean;
  className?: string;
}

/** The time, exact in its tooltip, and how far it came. */
export function MessageTime({ date, ack, showsDate, isEdited, className }: MessageTimeProps) {
  const styles = useStyles();
  const format = useFormat();
  return (
    <span className={mergeClasses(styles.meta, className)}>
      {isEdited && <Edited />}
      {/* The browser's own tooltip: there are many of these, and a scroll draws dozens at once. */}
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
  /** It stands under a picture or a player. */
  afterMedia?: boolean;
  when: MessageTimeProps;
}

/** Words with the time at the end of their last line, or under it where there is no room. */
export function MessageText({ children, afterMedia, when }: MessageTextProps) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.text, afterMedia && styles.afterMedia)}>
      {children}
      <MessageTime {...when} className={styles.floating} />
    </div>
  );
}
