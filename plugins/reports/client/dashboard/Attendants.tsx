import { useMemo, useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowSortDown16Regular, ArrowSortUp16Regular } from '@fluentui/react-icons';
import { Link } from 'react-router-dom';
import { useFormat, useT, useViewport } from '@balcao/sdk/client';
import { Avatar, EmptyState, ext } from '@balcao/sdk/ui';
import { duration } from '../parts/duration.ts';
import { minAnswers, rateColors } from './RatingsCard.tsx';
import { reportLink, type Attendant, type Dashboard } from './use-dashboard.ts';

const useStyles = makeStyles({
  frame: {
    overflowX: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: ext.raised,
  },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '& th, & td': {
      height: '44px',
      paddingInline: '12px',
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
      textAlign: 'start',
      fontWeight: tokens.fontWeightRegular,
      whiteSpace: 'nowrap',
    },
    '& tbody tr:last-child > *': { borderBottom: 'none' },
    '& tbody tr:hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  number: { '&&': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } },
  sort: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    padding: '4px',
    margin: '-4px',
    border: 'none',
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  person: { display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0, maxWidth: '320px' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', fontWeight: tokens.fontWeightSemibold },
  seen: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  queues: { color: tokens.colorNeutralForeground2, maxWidth: '180px', overflow: 'hidden', textOverflow: 'ellipsis' },
  rating: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
  dot: { width: '8px', height: '8px', borderRadius: tokens.borderRadiusCircular },
  few: { color: tokens.colorNeutralForeground3 },
  link: { color: tokens.colorBrandForegroundLink },
  cards: { display: 'flex', flexDirection: 'column', gap: '8px', listStyleType: 'none', margin: 0, padding: 0 },
  card: {
    padding: '12px 16px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: ext.raised,
  },
  line: { display: 'flex', justifyContent: 'space-between', gap: '12px', paddingTop: '6px' },
});

type Column = 'name' | 'happening' | 'finished' | 'avgSupportTime' | 'avgWaitTime' | 'ratingMean';
const columns: readonly Column[] = ['name', 'happening', 'finished', 'avgSupportTime', 'avgWaitTime', 'ratingMean'];

const compare =
  (by: Column) =>
  (a: Attendant, b: Attendant): number => {
    const [one, other] = [a[by], b[by]];
    if (typeof one === 'string' || typeof other === 'string') return a.name.localeCompare(b.name);
    return (one ?? -1) - (other ?? -1) || b.name.localeCompare(a.name);
  };

export interface AttendantsProps {
  attendants: readonly Attendant[];
  period: Dashboard['period'];
  keys: Readonly<Record<string, string>>;
}

/** The people of the company with their numbers of the period and their load now; sortable by every number. */
export function Attendants({ attendants, period, keys }: AttendantsProps) {
  const t = useT();
  const { number, relative } = useFormat();
  const { touch } = useViewport();
  const styles = useStyles();
  const [sort, setSort] = useState<{ by: Column; down: boolean }>({ by: 'finished', down: true });
  const rows = useMemo(() => {
    const sorted = attendants.toSorted(compare(sort.by));
    return sort.down ? sorted.toReversed() : sorted;
  }, [attendants, sort]);
  if (attendants.length === 0) return <EmptyState title={t('attendants.none')} />;

  const rating = ({ rating: rounded, ratingMean, ratings }: Attendant) =>
    rounded === null || ratingMean === null ? (
      <span className={styles.few}>—</span>
    ) : (
      <span className={mergeClasses(styles.rating, ratings < minAnswers && styles.few)}>
        <span
          className={styles.dot}
          style={{ backgroundColor: rateColors[rounded as 1 | 2 | 3], opacity: ratings < minAnswers ? 0.5 : 1 }}
          aria-hidden="true"
        />
        {t(`rate.${rounded}`)}
        <span className={styles.few}>{t('attendants.answers', { mean: number(ratingMean), count: ratings })}</span>
      </span>
    );
  const finished = ({ id, finished: count }: Attendant) => (
    <Link className={styles.link} to={reportLink(period, keys, { basis: 'closed', users: String(id) })}>
      {number(count)}
    </Link>
  );
  const person = (one: Attendant) => (
    <span className={styles.person}>
      <Avatar name={one.name} size={28} presence={one.online ? 'online' : 'offline'} decorative />
      <span className={styles.name}>{one.name}</span>
      {!one.online && one.lastOnline && (
        <span className={styles.seen}>{t('attendants.seen', { at: relative(one.lastOnline) })}</span>
      )}
    </span>
  );
  if (touch)
    return (
      <ul className={styles.cards} aria-label={t('attendants.title')}>
        {rows.map((one) => (
          <li key={one.id} className={styles.card}>
            {person(one)}
            {(['happening', 'avgSupportTime', 'avgWaitTime'] as const).map((name) => (
              <div key={name} className={styles.line}>
                <span>{t(`attendants.${name}`)}</span>
                <span>{name === 'happening' ? number(one.happening) : duration(one[name], number)}</span>
              </div>
            ))}
            <div className={styles.line}>
              <span>{t('attendants.finished')}</span>
              {finished(one)}
            </div>
            <div className={styles.line}>{rating(one)}</div>
          </li>
        ))}
      </ul>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by keyboard
    <div className={styles.frame} tabIndex={0} role="group" aria-label={t('attendants.title')}>
      <table className={styles.table} aria-label={t('attendants.title')}>
        <thead>
          <tr>
            {columns.flatMap((column) => [
              <th
                key={column}
                scope="col"
                className={column === 'name' || column === 'ratingMean' ? undefined : styles.number}
                aria-sort={sort.by === column ? (sort.down ? 'descending' : 'ascending') : 'none'}
              >
                <button
                  type="button"
                  className={styles.sort}
                  onClick={() => setSort({ by: column, down: sort.by === column ? !sort.down : column !== 'name' })}
                >
                  {t(`attendants.${column}`)}
                  {sort.by === column && (sort.down ? <ArrowSortDown16Regular /> : <ArrowSortUp16Regular />)}
                </button>
              </th>,
              ...(column === 'name'
                ? [
                    <th key="queues" scope="col">
                      {t('attendants.queues')}
                    </th>,
                  ]
                : []),
            ])}
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.id}>
              <th scope="row">{person(one)}</th>
              <td className={styles.queues}>{one.queues.join(', ') || '—'}</td>
              <td className={styles.number}>{number(one.happening)}</td>
              <td className={styles.number}>{finished(one)}</td>
              <td className={styles.number}>{duration(one.avgSupportTime, number)}</td>
              <td className={styles.number}>{duration(one.avgWaitTime, number)}</td>
              <td>{rating(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
