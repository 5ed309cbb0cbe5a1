import { makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircle32Regular } from '@fluentui/react-icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { useT } from '@balcao/sdk/client';
import { EmptyState, ErrorState, RelativeTime, SkeletonRows, ext } from '@balcao/sdk/ui';
import type { Gap } from '../data.ts';
import { ReviewList } from '../review/ReviewList.tsx';
import { GapPanel } from './GapPanel.tsx';

const useStyles = makeStyles({
  bar: {
    flexGrow: 1,
    maxWidth: '160px',
    height: '4px',
    borderRadius: '2px',
    backgroundColor: ext.ghost,
    overflow: 'hidden',
  },
  fill: { display: 'block', height: '100%', backgroundColor: tokens.colorCompoundBrandBackground },
});

/** Questions without an answer, the most frequent first, and what to do about the chosen one. */
export function GapsTab({ gaps }: { gaps: UseQueryResult<Gap[]> }) {
  const t = useT();
  const styles = useStyles();
  if (gaps.error) return <ErrorState error={gaps.error} onRetry={() => void gaps.refetch()} />;
  if (gaps.isPending) return <SkeletonRows rows={6} height={60} />;
  const all = gaps.data;
  if (all.length === 0)
    return <EmptyState icon={<CheckmarkCircle32Regular />} title={t('gaps.empty')} text={t('gaps.emptyText')} />;
  const most = Math.max(...all.map(({ asks }) => asks), 1);
  const rows = all.map((gap) => ({
    gap,
    id: gap.id,
    title: gap.question,
    count: gap.asks,
    line: (
      <>
        <span className={styles.bar}>
          <span className={styles.fill} style={{ width: `${(100 * gap.asks) / most}%` }} />
        </span>
        <RelativeTime date={gap.lastAt} />
      </>
    ),
  }));
  return (
    <ReviewList
      label={t('tab.gaps')}
      rows={rows}
      head={[t('gaps.count', { count: all.reduce((sum, { asks }) => sum + asks, 0) }), t('gaps.times')]}
      foot={t('gaps.emptyText')}
    >
      {({ gap }) => <GapPanel key={gap.id} gap={gap} />}
    </ReviewList>
  );
}
