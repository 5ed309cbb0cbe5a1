import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { api, useFormat, useT } from '@balcao/sdk/client';
import { ErrorState, SkeletonRows, ext } from '@balcao/sdk/ui';
import type { DashboardCardProps } from '@balcao/reports/contract';
import { boardsQuery } from '../board/boards-query.ts';
import type { Funnel } from './use-funnel.ts';

const useStyles = makeStyles({
  card: {
    padding: '12px 16px 16px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: ext.raised,
    minWidth: 0,
  },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px', minHeight: '32px' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  link: { color: tokens.colorBrandForegroundLink, textDecorationLine: 'none', whiteSpace: 'nowrap' },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 160px) minmax(40px, 1fr) 48px',
    alignItems: 'center',
    gap: '8px',
    minHeight: '32px',
  },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  track: { height: '6px', borderRadius: '3px', backgroundColor: ext.ghost, overflow: 'hidden' },
  fill: { height: '100%', minWidth: '2px', backgroundColor: ext.chart },
  won: { backgroundColor: ext.ok },
  lost: { backgroundColor: ext.bad },
  count: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  foot: { marginTop: '8px', color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
});

/** A card of the dashboard: how many conversations entered each lane of the first board in the period. */
export default function FunnelCard({ filter: { from, to, queueIds, userIds } }: DashboardCardProps) {
  const t = useT();
  const styles = useStyles();
  const { money, number } = useFormat();
  const boards = useQuery(boardsQuery);
  const board = boards.data?.[0];
  const params = {
    kanbanId: board?.id ?? 0,
    from,
    to,
    ...(queueIds.length > 0 && { queueId: queueIds.join(',') }),
    ...(userIds.length > 0 && { userId: userIds.join(',') }),
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['kanban', 'numbers', params],
    queryFn: ({ signal }) => api.get<Funnel>('/kanban-numbers', params, { signal }),
    enabled: board !== undefined,
    placeholderData: keepPreviousData,
  });
  if (boards.data && !board) return null;
  const failure = boards.error ?? (data ? null : error);
  const longest = Math.max(1, ...(data?.lanes ?? []).map(({ entered }) => entered));
  return (
    <section className={styles.card} aria-labelledby="funnel-card">
      <div className={styles.head}>
        <h2 className={styles.title} id="funnel-card">
          {board?.title ?? t('page.title')}
        </h2>
        <Link className={styles.link} to={board ? `/kanban/funnel?quadro=${board.id}` : '/kanban/funnel'}>
          {t('numbers.title')}
        </Link>
      </div>
      {failure ? (
        <ErrorState error={failure} onRetry={() => void (boards.error ? boards.refetch() : refetch())} />
      ) : !data ? (
        <SkeletonRows rows={4} height={24} />
      ) : (
        <>
          <ul className={styles.list} aria-label={t('numbers.lanes')}>
            {data.lanes.map(({ laneId, title, outcome, entered }) => (
              <li key={laneId} className={styles.row}>
                <span className={styles.name} title={title}>
                  {title}
                </span>
                <span className={styles.track} aria-hidden="true">
                  {entered > 0 && (
                    <div
                      className={mergeClasses(styles.fill, outcome !== null && styles[outcome])}
                      style={{ width: `${(entered / longest) * 100}%` }}
                    />
                  )}
                </span>
                <span className={styles.count}>{number(entered)}</span>
              </li>
            ))}
          </ul>
          <div className={styles.foot}>
            {t('numbers.won')}: {number(data.won.count)} · {money(data.won.cents)}
          </div>
        </>
      )}
    </section>
  );
}
