import { makeStyles, tokens } from '@fluentui/react-components';
import type { Queue } from '@balcao/queues/contract';
import { useT } from '@balcao/sdk/client';

const useStyles = makeStyles({ none: { color: tokens.colorNeutralForeground3 } });

/** The flow of a queue in the list of queues. */
export default function QueueCell({ queue }: { queue: Queue & { flow?: { title: string } | null } }) {
  const t = useT();
  const styles = useStyles();
  return queue.flow ? <span>{queue.flow.title}</span> : <span className={styles.none}>{t('place.noFlow')}</span>;
}
