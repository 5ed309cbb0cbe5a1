import { useQuery } from '@tanstack/react-query';
import { makeStyles } from '@fluentui/react-components';
import { api, useT } from '@balcao/sdk/client';
import { VisuallyHidden, ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  dot: { display: 'block', width: '8px', height: '8px', borderRadius: '50%', backgroundColor: ext.bad },
});

/** A red badge while a plugin does not run as it should. Faults are found at start-up, so they are fetched once. */
export default function FaultsBadge() {
  const t = useT();
  const styles = useStyles();
  const { data = [] } = useQuery({
    queryKey: ['platform', 'faults'],
    queryFn: ({ signal }) => api.get<{ plugin: string }[]>('/platform/faults', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const count = new Set(data.map(({ plugin }) => plugin)).size;
  if (count === 0) return null;
  const text = t('list.troubledCount', { count });
  return (
    <span className={styles.dot} title={text}>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
