import { makeStyles, tokens } from '@fluentui/react-components';
import { useViewport } from '@balcao/sdk/client';
import { Dot } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  list: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    whiteSpace: 'nowrap',
    '@media (max-width: 599px)': { flexWrap: 'wrap', justifyContent: 'flex-end', gap: '2px 12px' },
  },
  queue: { display: 'inline-flex', alignItems: 'center', gap: '6px', minWidth: 0 },
  more: { color: tokens.colorNeutralForeground3 },
});

/** The queues of a person: the first by name, the others in the tooltip. */
export function QueueMarks({ queues }: { queues: readonly { id: number; name: string; color: string }[] }) {
  const styles = useStyles();
  const { medium } = useViewport();
  const shown = medium ? 1 : 2;
  const rest = queues.slice(shown);
  return (
    <span className={styles.list}>
      {queues.slice(0, shown).map(({ id, name, color }) => (
        <span key={id} className={styles.queue}>
          <Dot color={color} square />
          {name}
        </span>
      ))}
      {rest.length > 0 && (
        <span className={styles.more} title={rest.map(({ name }) => name).join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  );
}
