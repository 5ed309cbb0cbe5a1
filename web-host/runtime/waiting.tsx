import { Spinner, makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { PartFailed, useT, type PartFailedProps } from '@balcao/sdk/client';
import { PageSkeleton } from '../shell/BootScreen.tsx';

const useStyles = makeStyles({
  whole: { display: 'grid', placeItems: 'center', minHeight: '40vh', height: '100%' },
});

/** Waits are shorter than this as a rule, and a flash of a spinner makes them feel longer. */
const quiet = 150;

/** Stands where a page is on its way. */
export function PageWaiting({ label }: { label?: string }) {
  const styles = useStyles();
  const t = useT('sdk');
  const [shows, setShows] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShows(true), quiet);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.whole} aria-busy="true">
      {shows && <Spinner size="small" label={label} aria-label={label ?? t('page.loading')} />}
    </div>
  );
}

/** Stands where a page did not come, or failed. */
function PageFailed(props: PartFailedProps) {
  const styles = useStyles();
  return (
    <div className={styles.whole}>
      <PartFailed {...props} />
    </div>
  );
}

/** What the walls of a page put in its place. */
export const pageWalls = (title?: string) => ({
  fallback: <PageSkeleton title={title} />,
  failed: (error: unknown, again: () => void) => <PageFailed error={error} onRetry={again} />,
});
