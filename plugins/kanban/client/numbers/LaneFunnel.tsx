import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { Dot, ext } from '@balcao/sdk/ui';
import type { LaneNumbers } from './use-funnel.ts';
import { useTableStyles } from './table-styles.ts';

const useStyles = makeStyles({
  lane: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  bar: { width: '28%', '@media (max-width: 599px)': { display: 'none' } },
  track: { height: '20px', borderRadius: tokens.borderRadiusSmall, backgroundColor: ext.ghost, overflow: 'hidden' },
  fill: { height: '100%', minWidth: '2px', borderRadius: tokens.borderRadiusSmall, backgroundColor: ext.chart },
  won: { backgroundColor: ext.ok },
  lost: { backgroundColor: ext.bad },
  wide: { '@media (max-width: 599px)': { display: 'none' } },
});

/** The lanes from left to right, each with a bar as long as the number of conversations that entered it. */
export function LaneFunnel({ lanes }: { lanes: readonly LaneNumbers[] }) {
  const styles = useStyles();
  const table = useTableStyles();
  const t = useT();
  const { money, number } = useFormat();
  const longest = Math.max(1, ...lanes.map(({ entered }) => entered));
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('numbers.lane')}</th>
          <th className={styles.bar} aria-hidden="true" />
          <th scope="col">{t('numbers.entered')}</th>
          <th scope="col">{t('numbers.movedOn')}</th>
          <th scope="col" className={styles.wide}>
            {t('numbers.inLane')}
          </th>
          <th scope="col">{t('numbers.value')}</th>
        </tr>
      </thead>
      <tbody>
        {lanes.map(({ laneId, title, color, outcome, entered, movedOn, days, cents }) => (
          <tr key={laneId}>
            <th scope="row">
              <span className={styles.lane}>
                <Dot color={color === '' ? ext.ghost : color} size={8} />
                <span className={styles.title} title={title}>
                  {title}
                </span>
              </span>
            </th>
            <td className={styles.bar} aria-hidden="true">
              <div className={styles.track}>
                {entered > 0 && (
                  <div
                    className={mergeClasses(
                      styles.fill,
                      outcome === 'won' && styles.won,
                      outcome === 'lost' && styles.lost,
                    )}
                    style={{ width: `${(entered / longest) * 100}%` }}
                  />
                )}
              </div>
            </td>
            <td>{number(entered)}</td>
            <td>{number(movedOn)}</td>
            <td className={styles.wide}>
              {days === null ? '–' : t('numbers.daysLong', { days: number(Math.round(days * 10) / 10) })}
            </td>
            <td>{money(cents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
