import { mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useFormat, useT } from '@balcao/sdk/client';
import { Definition } from '../parts/Definition.tsx';
import { durationParts } from '../parts/duration.ts';
import { useCardStyles } from '../parts/styles.ts';
import { reportLink, type Dashboard, type PeriodCounters } from './use-dashboard.ts';

export interface CounterCellsProps {
  data: Dashboard;
  previous: PeriodCounters | undefined;
  keys: Readonly<Record<string, string>>;
}

/** The counters: those of this moment, and those of the period with the change against the period before. */
export function CounterCells({ data: { counters, period, queues }, previous, keys }: CounterCellsProps) {
  const t = useT();
  const { number } = useFormat();
  const styles = useCardStyles();
  const now = { dateFrom: '', dateTo: '' };

  /** A higher number is good, a lower time is good. */
  const change = (value: number | null, former: number | null | undefined, isTime: boolean) => {
    if (value === null || former === null || former === undefined || (former === 0 && !isTime)) return null;
    const difference = isTime ? Math.round((value - former) * 10) / 10 : Math.round(((value - former) / former) * 100);
    if (difference === 0) return <span>{t('change.same')}</span>;
    const amount = isTime
      ? `${durationParts(Math.abs(difference), number).value} ${durationParts(Math.abs(difference), number).unit}`
      : `${number(Math.abs(difference))}%`;
    const isGood = isTime ? difference < 0 : difference > 0;
    return (
      <span className={isGood ? styles.good : styles.bad}>
        {difference > 0 ? '↑' : '↓'} {t(difference > 0 ? 'change.more' : 'change.less', { amount })}
      </span>
    );
  };
  const cell = (name: string, figure: { value: string; unit?: string }, to: string, below: ReactNode) => (
    <div key={name} className={styles.cell} data-counter={name}>
      <span className={styles.head}>
        {t(`figure.${name}`)}
        <Definition of={name} />
      </span>
      <Link className={mergeClasses(styles.figure, styles.link)} to={to}>
        {figure.value}
        {figure.unit && <span className={styles.unit}>{figure.unit}</span>}
      </Link>
      <span className={styles.below}>{below ?? ' '}</span>
    </div>
  );
  const time = (minutes: number | null) => (minutes === null ? { value: '—' } : durationParts(minutes, number));
  const link = (by: Record<string, string>): string => reportLink(period, keys, by);
  const busy = queues.filter(({ happening }) => happening > 0).length;
  return (
    <section className={styles.cells} aria-label={t('dashboard.counters')}>
      {cell(
        'supportPending',
        { value: number(counters.supportPending) },
        link({ ...now, status: 'pending' }),
        t('now'),
      )}
      {cell(
        'supportHappening',
        { value: number(counters.supportHappening) },
        link({ ...now, status: 'open' }),
        busy > 0 ? t('nowInQueues', { count: busy }) : t('now'),
      )}
      {cell(
        'supportFinished',
        { value: number(counters.supportFinished) },
        link({ basis: 'closed' }),
        change(counters.supportFinished, previous?.supportFinished, false),
      )}
      {cell('leads', { value: number(counters.leads) }, link({}), change(counters.leads, previous?.leads, false))}
      {cell(
        'avgSupportTime',
        time(counters.avgSupportTime),
        link({ basis: 'closed' }),
        change(counters.avgSupportTime, previous?.avgSupportTime, true),
      )}
      {cell(
        'avgWaitTime',
        time(counters.avgWaitTime),
        link({}),
        change(counters.avgWaitTime, previous?.avgWaitTime, true),
      )}
    </section>
  );
}
