import { Spinner, makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { PartFailed, useT, type PartFailedProps } from '@balcao/sdk/client';
import { PageSkeleton } from '../shell/BootScreen.tsx';

const useStyles = makeStyles({
  whole: { display: 'grid', placeItems: 'center', minHeight: '40vh', height: '100%' },
});

/** Milliseconds before a spinner is shown. Most waits are shorter, and a flash of a spinner makes them feel longer. */
const quiet = 150;

/** Placeholder of a page that is loading. */
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

/** Placeholder of a page that could not be loaded, or failed. */
function PageFailed(props: PartFailedProps) {
  const styles = useStyles();
  return (
    <div className={styles.whole}>
      <PartFailed {...props} />
    </div>
  );
}

/** Returns the placeholders for the boundaries of a page. */
export const pagePlaceholders = (title?: string) => ({
  fallback: <PageSkeleton title={title} />,
  failed: (error: unknown, again: () => void) => <PageFailed error={error} onRetry={again} />,
});
