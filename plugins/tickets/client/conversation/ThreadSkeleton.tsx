import { Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';

const useStyles = makeStyles({
  box: {
    flexGrow: 1,
    minHeight: 0,
    overflow: 'hidden',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'flex-end',
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: '1ms',
    animationDelay: '150ms',
    animationFillMode: 'both',
  },
  rows: {
    width: '100%',
    maxWidth: '960px',
    marginInline: 'auto',
    padding: '8px 24px 12px',
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    '@media (max-width: 599px)': { padding: '8px 12px' },
  },
  bubble: { borderRadius: '10px' },
});

/** Side, width and height of typical messages. */
const shapes = [
  ['start', 300, 34],
  ['end', 360, 54],
  ['start', 264, 150],
  ['end', 420, 34],
  ['end', 280, 54],
  ['start', 344, 56],
  ['end', 380, 34],
  ['start', 220, 34],
] as const;

export function ThreadSkeleton() {
  const styles = useStyles();
  const t = useT();
  return (
    <Skeleton className={styles.box} aria-label={t('chat.loading')}>
      <div className={styles.rows}>
        {shapes.map(([side, width, height], index) => (
          <SkeletonItem
            key={index}
            className={styles.bubble}
            style={{ alignSelf: `flex-${side}`, width, height, maxWidth: '86%' }}
          />
        ))}
      </div>
    </Skeleton>
  );
}
