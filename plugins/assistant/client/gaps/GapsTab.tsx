import { useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircle32Regular } from '@fluentui/react-icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { useT } from '@balcao/sdk/client';
import { EmptyState, ErrorState, RelativeTime, SkeletonRows, ext, useRovingFocus } from '@balcao/sdk/ui';
import type { Gap } from '../data.ts';
import { GapPanel } from './GapPanel.tsx';

const useStyles = makeStyles({
  sides: { display: 'flex', height: '100%', '@media (max-width: 859px)': { flexDirection: 'column', height: 'auto' } },
  list: {
    width: '400px',
    flexShrink: 0,
    overflowY: 'auto',
    padding: '12px 8px',
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 859px)': { width: 'auto', borderRight: 'none' },
  },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '4px 12px',
    width: '100%',
    minHeight: '60px',
    padding: '8px 12px',
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'left',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  chosen: { backgroundColor: ext.selected, ':hover': { backgroundColor: ext.selectedHover } },
  question: {
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  asks: {
    gridRow: '1 / 3',
    gridColumn: 2,
    alignSelf: 'center',
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  bar: {
    flexGrow: 1,
    maxWidth: '160px',
    height: '4px',
    borderRadius: '2px',
    backgroundColor: ext.ghost,
    overflow: 'hidden',
  },
  fill: { display: 'block', height: '100%', backgroundColor: tokens.colorCompoundBrandBackground },
  head: {
    display: 'flex',
    justifyContent: 'space-between',
    margin: '0 12px 8px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  detail: {
    flexGrow: 1,
    minWidth: 0,
    overflowY: 'auto',
    padding: '20px 32px',
    '@media (max-width: 859px)': { padding: '12px' },
  },
});

/** Questions without an answer, the most frequent first, and what to do about the chosen one. */
export function GapsTab({ gaps }: { gaps: UseQueryResult<Gap[]> }) {
  const t = useT();
  const styles = useStyles();
  const walk = useRovingFocus<HTMLDivElement>('vertical');
  const [chosen, setChosen] = useState<number>();
  if (gaps.error) return <ErrorState error={gaps.error} onRetry={() => void gaps.refetch()} />;
  if (gaps.isPending) return <SkeletonRows rows={6} height={60} />;
  const rows = gaps.data;
  if (rows.length === 0)
    return <EmptyState icon={<CheckmarkCircle32Regular />} title={t('gaps.empty')} text={t('gaps.emptyText')} />;
  const current = rows.find(({ id }) => id === chosen) ?? rows[0];
  const most = Math.max(...rows.map(({ asks }) => asks), 1);
  return (
    <div className={styles.sides}>
      <div className={styles.list}>
        <div className={styles.head}>
          <span>{t('gaps.count', { count: rows.reduce((sum, { asks }) => sum + asks, 0) })}</span>
          <span>{t('gaps.times')}</span>
        </div>
        <div {...walk} role="group" aria-label={t('tab.gaps')}>
          {rows.map((gap) => (
            <button
              key={gap.id}
              type="button"
              className={mergeClasses(styles.row, gap.id === current?.id && styles.chosen)}
              aria-current={gap.id === current?.id}
              onClick={() => setChosen(gap.id)}
            >
              <span className={styles.question} title={gap.question}>
                {gap.question}
              </span>
              <span className={styles.line}>
                <span className={styles.bar}>
                  <span className={styles.fill} style={{ width: `${(100 * gap.asks) / most}%` }} />
                </span>
                <RelativeTime date={gap.lastAt} />
              </span>
              <span className={styles.asks}>{gap.asks}</span>
            </button>
          ))}
        </div>
      </div>
      <div className={styles.detail}>{current && <GapPanel key={current.id} gap={current} />}</div>
    </div>
  );
}
