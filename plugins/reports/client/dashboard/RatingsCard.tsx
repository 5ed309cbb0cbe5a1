import { makeStyles, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';

export interface Rates {
  count: number;
  mean: number | null;
  balance: number | null;
  ones: number;
  twos: number;
  threes: number;
}

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: '10px', listStyleType: 'none', margin: 0, padding: '8px 0' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(60px, 110px) 44px 48px',
    alignItems: 'center',
    gap: '8px',
  },
  name: { display: 'flex', alignItems: 'center', gap: '8px' },
  dot: { flexShrink: 0, width: '8px', height: '8px', borderRadius: tokens.borderRadiusCircular },
  track: { height: '6px', borderRadius: '3px', backgroundColor: tokens.colorNeutralBackground5, overflow: 'hidden' },
  share: { textAlign: 'end', fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
  count: { textAlign: 'end', color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  few: { opacity: 0.5 },
});

/** Below so many answers the figures say little. */
export const minAnswers = 5;
export const rateColors = { 3: ext.ok, 2: ext.info, 1: ext.bad } as const;

/** The distribution of the ratings, the best first; always with words, never by colour alone. */
export function Distribution({ rates }: { rates: Rates }) {
  const t = useT();
  const { number } = useFormat();
  const styles = useStyles();
  const rows = [
    [3, rates.threes],
    [2, rates.twos],
    [1, rates.ones],
  ] as const;
  return (
    <ul className={styles.list}>
      {rows.map(([rate, count]) => {
        const share = rates.count === 0 ? 0 : Math.round((count / rates.count) * 100);
        return (
          <li key={rate} className={styles.row}>
            <span className={styles.name}>
              <span className={styles.dot} style={{ backgroundColor: rateColors[rate] }} aria-hidden="true" />
              {rate} · {t(`rate.${rate}`)}
            </span>
            <span
              className={rates.count < minAnswers ? `${styles.track} ${styles.few}` : styles.track}
              aria-hidden="true"
            >
              <span
                style={{ display: 'block', width: `${share}%`, height: '100%', backgroundColor: rateColors[rate] }}
              />
            </span>
            <span className={styles.share}>{share}%</span>
            <span className={styles.count}>{number(count)}</span>
          </li>
        );
      })}
    </ul>
  );
}
