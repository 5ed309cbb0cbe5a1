import { Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { ThreadSkeleton } from './ThreadSkeleton.tsx';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0, backgroundColor: ext.canvas },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    height: '56px',
    padding: '0 16px',
    flexShrink: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: '1ms',
    animationDelay: '150ms',
    animationFillMode: 'both',
  },
  names: { flexGrow: 1, display: 'flex', flexDirection: 'column', gap: '6px' },
});

/** The placeholder of a conversation that is loading. */
export function ConversationSkeleton() {
  const styles = useStyles();
  const t = useT();
  return (
    <div className={styles.column} aria-busy="true">
      <Skeleton className={styles.head} aria-label={t('chat.loading')}>
        <SkeletonItem shape="circle" size={36} />
        <span className={styles.names}>
          <SkeletonItem size={12} style={{ width: 180 }} />
          <SkeletonItem size={8} style={{ width: 240 }} />
        </span>
        <SkeletonItem size={32} style={{ width: 104, borderRadius: 6 }} />
      </Skeleton>
      <ThreadSkeleton />
    </div>
  );
}
