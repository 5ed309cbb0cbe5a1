import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useT } from '../index.ts';
import { ext } from '../ui/tokens.ts';

const useStyles = makeStyles({
  mark: { flexShrink: 0, color: ext.ackIdle, display: 'inline-block', verticalAlign: '-2px' },
  read: { color: ext.ackRead },
  failed: { color: ext.bad },
});

const names = ['waiting', 'sent', 'delivered', 'read', 'read'] as const;

export interface TicksProps {
  /** 0 waiting, 1 sent, 2 delivered, 3 and 4 read; negative: not sent. */
  ack: number;
  /** Width in pixels; 16 if absent. */
  size?: number;
}

/**
 * The delivery state of an own message: clock, one tick, two, two in blue; for a negative value the mark of a failure.
 */
export function Ticks({ ack, size = 16 }: TicksProps) {
  const styles = useStyles();
  const t = useT('sdk');
  const state = ack < 0 ? 'failed' : (names[ack] ?? 'waiting');
  return (
    <svg
      className={mergeClasses(styles.mark, state === 'read' && styles.read, state === 'failed' && styles.failed)}
      width={size}
      height={Math.round((size * 12) / 16)}
      viewBox="0 0 16 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label={t(`ack.${state}`)}
    >
      {state === 'failed' ? (
        <>
          <circle cx="8" cy="6" r="4.75" />
          <path d="M8 3.5v2.8M8 8.4v.1" />
        </>
      ) : state === 'waiting' ? (
        <>
          <circle cx="8" cy="6" r="4.75" strokeWidth="1.25" />
          <path d="M8 3.6V6l1.6 1" strokeWidth="1.25" />
        </>
      ) : state === 'sent' ? (
        <path d="m3.5 6.5 3 3 6-7" />
      ) : (
        <>
          <path d="m.9 6.7 2.8 2.8 5.9-7" />
          <path d="m7 8.7.9.8 6.2-7" />
        </>
      )}
    </svg>
  );
}
