import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { Dot, VisuallyHidden, ext } from '@balcao/sdk/ui';
import type { Funnel } from './use-funnel.ts';

const useStyles = makeStyles({
  weeks: {
    display: 'flex',
    alignItems: 'flex-end',
    gap: '12px',
    listStyleType: 'none',
    margin: '12px 0 0',
    padding: 0,
    overflowX: 'auto',
  },
  week: { display: 'flex', flexDirection: 'column', alignItems: 'center', gap: '6px', minWidth: '40px' },
  bars: { display: 'flex', alignItems: 'flex-end', gap: '3px', height: '96px' },
  bar: { width: '14px', borderRadius: `${tokens.borderRadiusSmall} ${tokens.borderRadiusSmall} 0 0` },
  won: { backgroundColor: ext.ok },
  lost: { backgroundColor: ext.bad },
  day: {
    fontSize: tokens.fontSizeBase100,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
  legend: {
    display: 'flex',
    gap: '16px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  entry: { display: 'flex', alignItems: 'center', gap: '6px' },
});

/** Won and lost conversations by week, the oldest first. */
export function WeekBars({ weeks }: Pick<Funnel, 'weeks'>) {
  const styles = useStyles();
  const t = useT();
  const { date, money } = useFormat();
  const highest = Math.max(1, ...weeks.map(({ won, lost }) => Math.max(won.count, lost.count)));
  const height = (count: number): string => `${Math.max(count === 0 ? 0 : 3, (count / highest) * 100)}%`;
  return (
    <>
      <div className={styles.legend} aria-hidden="true">
        <span className={styles.entry}>
          <Dot color={ext.ok} square size={8} />
          {t('numbers.won')}
        </span>
        <span className={styles.entry}>
          <Dot color={ext.bad} square size={8} />
          {t('numbers.lost')}
        </span>
      </div>
      {/* Scrollable where the weeks do not fit. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.weeks} tabIndex={0} aria-label={t('numbers.byWeek')}>
        {weeks.map(({ week, won, lost }) => {
          const name = date(`${week}T12:00:00Z`);
          const words = t('numbers.weekLabel', {
            week: name,
            won: won.count,
            lost: lost.count,
            value: money(won.cents),
          });
          return (
            <li key={week} className={styles.week} title={words}>
              <VisuallyHidden>{words}</VisuallyHidden>
              <span className={styles.bars} aria-hidden="true">
                <span className={mergeClasses(styles.bar, styles.won)} style={{ height: height(won.count) }} />
                <span className={mergeClasses(styles.bar, styles.lost)} style={{ height: height(lost.count) }} />
              </span>
              <span className={styles.day} aria-hidden="true">
                {name.slice(0, 5)}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
