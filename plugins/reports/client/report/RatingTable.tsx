import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { Avatar, DataTable, EmptyState, type DataColumn } from '@balcao/sdk/ui';
import { minAnswers, rateColors, type Rates } from '../dashboard/RatingsCard.tsx';

export interface RatedPerson {
  id: number;
  name: string;
  queues: string[];
  closed: number;
  rates: Rates;
}

const useStyles = makeStyles({
  person: { display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0 },
  name: { fontWeight: tokens.fontWeightSemibold },
  track: { display: 'flex', gap: '2px', width: '100%', height: '8px', borderRadius: '4px', overflow: 'hidden' },
  few: { color: tokens.colorNeutralForeground3 },
  fewBar: { opacity: 0.5 },
});

/** Ratings by attendant, those with the most answers first. Below five answers they are grey. */
export function RatingTable({ people }: { people: readonly RatedPerson[] }) {
  const t = useT();
  const { number } = useFormat();
  const styles = useStyles();
  const isFew = ({ rates }: RatedPerson): boolean => rates.count < minAnswers;
  const columns: DataColumn<RatedPerson>[] = [
    {
      id: 'name',
      header: t('attendants.name'),
      width: '30%',
      touch: 'title',
      cell: (one) => (
        <span className={mergeClasses(styles.person, isFew(one) && styles.few)}>
          <Avatar name={one.name} size={28} decorative />
          <span className={styles.name}>{one.name}</span>
        </span>
      ),
    },
    { id: 'queues', header: t('attendants.queues'), cell: ({ queues }) => queues.join(', ') || '—' },
    { id: 'count', header: t('satisfaction.answers'), align: 'end', cell: ({ rates }) => number(rates.count) },
    {
      id: 'spread',
      header: t('satisfaction.distribution'),
      width: '22%',
      touch: 'hide',
      cell: (one) => (
        <span
          className={mergeClasses(styles.track, isFew(one) && styles.fewBar)}
          role="img"
          aria-label={t('satisfaction.spread', {
            threes: one.rates.threes,
            twos: one.rates.twos,
            ones: one.rates.ones,
          })}
        >
          {([3, 2, 1] as const).map((rate) => (
            <span
              key={rate}
              style={{
                flexGrow: rate === 3 ? one.rates.threes : rate === 2 ? one.rates.twos : one.rates.ones,
                backgroundColor: rateColors[rate],
              }}
            />
          ))}
        </span>
      ),
    },
    {
      id: 'balance',
      width: 96,
      header: t('satisfaction.balance'),
      align: 'end',
      cell: (one) =>
        isFew(one) ? (
          <span className={styles.few}>{t('few')}</span>
        ) : (
          <strong>{(one.rates.balance ?? 0) > 0 ? `+${one.rates.balance}` : one.rates.balance}</strong>
        ),
    },
    {
      id: 'share',
      width: 64,
      header: t('satisfaction.rateShare'),
      align: 'end',
      cell: ({ rates, closed }) => (closed === 0 ? '—' : `${Math.round((rates.count / closed) * 100)}%`),
    },
  ];
  return (
    <DataTable
      label={t('satisfaction.byAttendant')}
      columns={columns}
      rows={people}
      rowKey={({ id }) => id}
      empty={<EmptyState title={t('totals.noAnswers')} />}
    />
  );
}
