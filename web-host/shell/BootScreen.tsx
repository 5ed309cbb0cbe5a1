import { Skeleton, SkeletonItem, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT, useViewport } from '@balcao/sdk/client';
import { Mark, SkeletonRows, ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  frame: { display: 'flex', flexDirection: 'column', height: '100dvh', backgroundColor: ext.chrome },
  bar: { display: 'flex', alignItems: 'center', gap: '10px', height: '48px', paddingLeft: '62px', flexShrink: 0 },
  touchBar: { paddingLeft: '16px' },
  below: { display: 'flex', flexGrow: 1, minHeight: 0 },
  rail: {
    width: '56px',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '18px',
    paddingTop: '12px',
  },
  sheet: {
    flexGrow: 1,
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    borderTopLeftRadius: tokens.borderRadiusXLarge,
    overflow: 'hidden',
  },
  touchSheet: { borderTopLeftRadius: 0, borderLeft: 'none' },
  late: {
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: '1ms',
    animationDelay: '150ms',
    animationFillMode: 'both',
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    height: '56px',
    paddingInline: '24px',
    '@media (max-width: 599px)': { paddingInline: '12px' },
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.01em',
  },
  body: { padding: '16px', '@media (max-width: 599px)': { padding: '4px' } },
});

/** The shell before anything is loaded, in its final geometry, so that nothing jumps when the page arrives. */
export function BootScreen() {
  const t = useT('shell');
  const styles = useStyles();
  const { touch } = useViewport();
  return (
    <div className={styles.frame} aria-busy="true" role="status" aria-label={t('boot.label')}>
      <div className={mergeClasses(styles.bar, touch && styles.touchBar)}>
        <Mark size={24} />
        <Skeleton className={styles.late} aria-hidden="true">
          <SkeletonItem size={12} style={{ width: 160 }} />
        </Skeleton>
      </div>
      <div className={styles.below}>
        {!touch && (
          <Skeleton className={mergeClasses(styles.rail, styles.late)} aria-hidden="true">
            {Array.from({ length: 8 }, (_, index) => (
              <SkeletonItem key={index} size={20} shape="square" />
            ))}
          </Skeleton>
        )}
        <div className={mergeClasses(styles.sheet, touch && styles.touchSheet)}>
          <PageSkeleton />
        </div>
      </div>
    </div>
  );
}

/** Skeleton of a page whose code or data is loading: head and rows in their places, and the title where it is known. */
export function PageSkeleton({ title }: { title?: string | undefined }) {
  const styles = useStyles();
  return (
    <div aria-busy="true">
      {title ? (
        <div className={mergeClasses(styles.head, styles.late)}>
          <h1 className={styles.title}>{title}</h1>
        </div>
      ) : (
        <Skeleton className={mergeClasses(styles.head, styles.late)} aria-hidden="true">
          <SkeletonItem size={20} style={{ width: 180 }} />
        </Skeleton>
      )}
      <div className={styles.body}>
        <SkeletonRows rows={9} height={44} />
      </div>
    </div>
  );
}
