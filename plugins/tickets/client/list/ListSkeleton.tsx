import { Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { useT, useViewport } from '@balcao/sdk/client';

const useStyles = makeStyles({
  box: {
    flexGrow: 1,
    minHeight: 0,
    overflow: 'hidden',
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: '1ms',
    animationDelay: '150ms',
    animationFillMode: 'both',
  },
  row: { display: 'flex', alignItems: 'center', gap: '12px', padding: '8px 16px 8px 22px' },
  lines: { flexGrow: 1, display: 'flex', flexDirection: 'column', gap: '8px' },
  tags: { display: 'flex', gap: '4px' },
});

const widths = [
  [72, 88, 2],
  [58, 70, 1],
  [80, 62, 2],
  [64, 84, 2],
  [70, 54, 1],
] as const;

/** Placeholders of rows in their exact positions, shown only when loading takes longer than a moment. */
export function ListSkeleton({ rows = 9 }: { rows?: number }) {
  const styles = useStyles();
  const t = useT();
  const { touch } = useViewport();
  return (
    <Skeleton className={styles.box} aria-label={t('list.loading')}>
      {Array.from({ length: rows }, (_, index) => {
        const [name, message, tags] = widths[index % widths.length] ?? widths[0];
        return (
          <div key={index} className={styles.row} style={{ height: touch ? 84 : 76 }}>
            <SkeletonItem shape="circle" size={40} />
            <span className={styles.lines}>
              <SkeletonItem size={12} style={{ width: `${name}%` }} />
              <SkeletonItem size={8} style={{ width: `${message}%` }} />
              <span className={styles.tags}>
                <SkeletonItem size={12} style={{ width: 72 }} />
                {tags === 2 && <SkeletonItem size={12} style={{ width: 56 }} />}
              </span>
            </span>
          </div>
        );
      })}
    </Skeleton>
  );
}
