import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { FlowListNumbers } from '../../graph/wire.ts';

const useStyles = makeStyles({
  conversations: { display: 'inline-flex', alignItems: 'center', justifyContent: 'flex-end', gap: '12px' },
  bars: { display: 'inline-flex', alignItems: 'flex-end', gap: '2px', height: '24px' },
  bar: { width: '6px', minHeight: '2px', borderRadius: '1px', backgroundColor: ext.ghost },
  today: { backgroundColor: ext.chart },
  counts: { minWidth: '36px', textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  number: { fontWeight: tokens.fontWeightSemibold },
  below: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  share: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  percent: { color: tokens.colorNeutralForeground3 },
  warn: { color: ext.warn, fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3 },
});

const barHeight = 24;

/** Conversations of the last seven days with a bar for each, and how many go on now. */
export function Conversations({ numbers, running }: { numbers: FlowListNumbers | undefined; running: number }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const days = numbers?.days ?? [];
  const total = days.reduce((sum, count) => sum + count, 0);
  const most = Math.max(1, ...days);
  return (
    <span className={styles.conversations}>
      <span className={styles.bars} aria-hidden="true">
        {days.map((count, index) => (
          <span
            key={index}
            className={mergeClasses(styles.bar, index === days.length - 1 && styles.today)}
            style={{ height: `${(count / most) * barHeight}px` }}
          />
        ))}
      </span>
      <span className={styles.counts}>
        <span className={total === 0 ? styles.quiet : styles.number}>{format.number(total)}</span>
        {running > 0 && <span className={styles.below}>{t('list.now', { count: running })}</span>}
      </span>
    </span>
  );
}

const warnFrom = 0.15;

/** A share of the conversations that ended; a dash while there are none. */
export function Share({
  numbers,
  of,
}: {
  numbers: FlowListNumbers | undefined;
  of: 'completed' | 'taken' | 'stopped';
}) {
  const format = useFormat();
  const styles = useStyles();
  const ended = numbers ? numbers.completed + numbers.taken + numbers.stopped : 0;
  if (!numbers || ended === 0) return <span className={styles.quiet}>–</span>;
  const share = numbers[of] / ended;
  return (
    <span className={mergeClasses(styles.share, of === 'stopped' && share > warnFrom && styles.warn)}>
      {format.number(Math.round(share * 100))} <span className={styles.percent}>%</span>
    </span>
  );
}
