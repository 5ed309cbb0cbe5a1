import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { api, useFormat, useT } from '@balcao/sdk/client';
import { Avatar, BarChart, ChartFrame, Count, EmptyState, ErrorState, SkeletonRows } from '@balcao/sdk/ui';
import { Distribution, minAnswers, rateColors, type Rates } from '../dashboard/RatingsCard.tsx';
import { reportLink } from '../dashboard/use-dashboard.ts';
import { Definition } from '../parts/Definition.tsx';
import { duration } from '../parts/duration.ts';
import { useCardStyles } from '../parts/styles.ts';
import { RatingTable, type RatedPerson } from './RatingTable.tsx';

interface Low {
  id: number;
  uuid: string;
  no: number;
  contactName: string;
  userName: string | null;
  waitTime: number | null;
  transfers: number;
  closedAt: string | null;
}
export interface SatisfactionData {
  rates: Rates;
  closed: number;
  previous: Rates;
  weeks: { from: string; rates: Rates }[];
  attendants: RatedPerson[];
  low: Low[];
  period: { from: string; to: string };
}

const useStyles = makeStyles({
  top: {
    display: 'grid',
    gridTemplateColumns: '372px minmax(0, 1fr)',
    gap: '16px',
    alignItems: 'start',
    '@media (max-width: 1279px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  below: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)',
    gap: '16px',
    alignItems: 'start',
    '@media (max-width: 1279px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  balance: {
    fontSize: '44px',
    lineHeight: '52px',
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  few: { color: tokens.colorNeutralForeground3 },
  line: { display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', gap: '8px' },
  foot: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '12px',
    paddingTop: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  low: { listStyleType: 'none', margin: 0, padding: 0 },
  item: { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  link: {
    display: 'grid',
    gridTemplateColumns: '32px minmax(0, 1fr) auto',
    gap: '12px',
    alignItems: 'center',
    padding: '10px 4px',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  inReport: {
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
  },
  name: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
  },
  end: { textAlign: 'end' },
});

const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${Math.abs(value)}` : '0');

export const useSatisfaction = (params: Readonly<Record<string, string>>) =>
  useQuery({
    queryKey: ['reports', 'satisfaction', params],
    queryFn: ({ signal }) => api.get<SatisfactionData>('/ticketreport/satisfaction', params, { signal }),
    placeholderData: keepPreviousData,
  });

/** Ratings of the attendances that ended in a period: all, by week and by attendant, and the low ones to look at. */
export function Satisfaction({ params }: { params: Readonly<Record<string, string>> }) {
  const t = useT();
  const { number, date, relative } = useFormat();
  const styles = useStyles();
  const cards = useCardStyles();
  const { data, error, refetch } = useSatisfaction(params);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={8} height={64} />;
  const { rates, previous, closed, weeks, low, period } = data;
  const isFew = rates.count < minAnswers;
  const difference = rates.balance !== null && previous.balance !== null ? rates.balance - previous.balance : null;
  const day = (text: string): string => date(`${text}T12:00:00Z`).slice(0, 5);
  const series = ([3, 2, 1] as const).map((rate) => ({
    id: String(rate),
    label: `${rate} · ${t(`rate.${rate}`)}`,
    color: rateColors[rate],
  }));
  const values = (week: Rates): number[] => [week.threes, week.twos, week.ones];
  const inReport = reportLink(period, params, { basis: 'closed', rate: '1' });
  return (
    <div className={cards.stack}>
      <div className={styles.top}>
        <section className={cards.card} aria-labelledby="balance">
          <div className={styles.line}>
            <h2 className={cards.title} id="balance">
              {t('figure.balance')}
            </h2>
            <Definition of="balance" />
          </div>
          <div className={styles.line}>
            <span className={mergeClasses(styles.balance, isFew && styles.few)} data-figure="balance">
              {rates.balance === null ? '—' : signed(rates.balance)}
            </span>
            {difference !== null && difference !== 0 && (
              <span className={difference > 0 ? cards.good : cards.bad}>
                {difference > 0 ? '↑' : '↓'} {t('satisfaction.change', { points: number(Math.abs(difference)) })}
              </span>
            )}
            {isFew && <span className={styles.few}>{t('few')}</span>}
          </div>
          <span className={cards.quiet}>{t('satisfaction.scale')}</span>
          <Distribution rates={rates} />
          <div className={styles.foot}>
            <span>
              <strong>{rates.count === 0 ? t('totals.noAnswers') : t('totals.answers', { count: rates.count })}</strong>
              <br />
              <span className={cards.quiet}>
                {t('satisfaction.share', {
                  share: closed === 0 ? 0 : Math.round((rates.count / closed) * 100),
                  closed: number(closed),
                })}
              </span>
            </span>
            <span className={styles.end}>
              <strong>{rates.mean === null ? '—' : number(rates.mean)}</strong>
              <br />
              <span className={cards.quiet}>{t('satisfaction.mean')}</span>
            </span>
          </div>
        </section>
        <ChartFrame
          title={t('satisfaction.weeks')}
          note={t('satisfaction.byClosing')}
          series={series}
          table={{
            columns: [t('satisfaction.week'), ...series.map(({ label }) => label), t('figure.balance')],
            rows: weeks.map(({ from, rates: week }) => ({
              id: from,
              cells: [day(from), ...values(week).map(number), week.balance === null ? '—' : signed(week.balance)],
            })),
          }}
        >
          {weeks.length === 0 ? (
            <EmptyState title={t('totals.noAnswers')} />
          ) : (
            <BarChart
              label={t('satisfaction.weeks')}
              kind="stacked"
              series={series}
              format={number}
              height={220}
              points={weeks.map(({ from, rates: week }, at) => ({
                id: from,
                label: day(from),
                name: t('satisfaction.weekOf', { day: day(from) }),
                values: values(week),
                isPartial: at === weeks.length - 1,
                ...(week.balance !== null && { note: `${t('figure.balance')} ${signed(week.balance)}` }),
              }))}
            />
          )}
        </ChartFrame>
      </div>
      <div className={styles.below}>
        <section className={cards.card} aria-labelledby="rated-attendants">
          <div className={cards.cardHead}>
            <h2 className={cards.title} id="rated-attendants">
              {t('satisfaction.byAttendant')}
            </h2>
          </div>
          <RatingTable people={data.attendants} />
        </section>
        <section className={cards.card} aria-labelledby="low-ratings">
          <div className={cards.cardHead}>
            <h2 className={cards.title} id="low-ratings">
              {t('satisfaction.low')} <Count value={rates.ones} />
            </h2>
            <Link className={styles.inReport} to={inReport}>
              {t('satisfaction.inReport')}
            </Link>
          </div>
          {low.length === 0 ? (
            <span className={cards.quiet}>{t('satisfaction.noLow')}</span>
          ) : (
            <ul className={styles.low}>
              {low.map((one) => (
                <li key={`${one.id}-${one.no}`} className={styles.item}>
                  <Link className={styles.link} to={`/tickets/${one.uuid}`}>
                    <Avatar name={one.contactName} size={32} decorative />
                    <span>
                      <span className={styles.name}>{one.contactName}</span>
                      <span className={cards.quiet}>
                        {one.no > 1
                          ? t('satisfaction.reopened', { count: one.no - 1 })
                          : one.transfers > 0
                            ? t('satisfaction.transferred', { count: one.transfers })
                            : t('satisfaction.waited', { time: duration(one.waitTime, number) })}
                        {` · nº ${one.id}`}
                      </span>
                    </span>
                    <span className={mergeClasses(cards.quiet, styles.end)}>
                      {one.userName ?? t('noAttendant')}
                      <br />
                      {one.closedAt && relative(one.closedAt)}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </div>
  );
}
