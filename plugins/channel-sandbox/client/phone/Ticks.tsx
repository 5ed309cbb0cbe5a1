import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';

const names = ['waiting', 'sent', 'delivered', 'read', 'read'] as const;
const drawn: Record<(typeof names)[number], readonly string[]> = {
  waiting: ['M8 3.6V6l1.6 1', 'M8 1.25a4.75 4.75 0 1 1 0 9.5 4.75 4.75 0 0 1 0-9.5Z'],
  sent: ['m3.5 6.5 3 3 6-7'],
  delivered: ['m.9 6.7 2.8 2.8 5.9-7', 'm7 8.7.9.8 6.2-7'],
  read: ['m.9 6.7 2.8 2.8 5.9-7', 'm7 8.7.9.8 6.2-7'],
};

const useStyles = makeStyles({
  mark: { flexShrink: 0, color: ext.ackIdle, display: 'inline-block', verticalAlign: '-2px' },
  read: { color: ext.ackRead },
});

/** How far a message of the company came on this phone. */
export function Ticks({ ack }: { ack: number }) {
  const t = useT();
  const styles = useStyles();
  const state = names[ack] ?? 'waiting';
  return (
    <svg
      className={mergeClasses(styles.mark, state === 'read' && styles.read)}
      width={16}
      height={12}
      viewBox="0 0 16 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label={t(`ack.${state}`)}
    >
      {drawn[state].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
