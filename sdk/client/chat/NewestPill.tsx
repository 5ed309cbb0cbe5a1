import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDown16Regular } from '@fluentui/react-icons';
import { Count, ext } from '@balcao/sdk/ui';

export interface NewestPillProps {
  /** Messages that arrived meanwhile; 0: none. */
  count: number;
  /** Name of the button: its effect, with the number of new messages. */
  label: string;
  /** Shown when there are no new messages. */
  text: string;
  onClick(): void;
}

const useStyles = makeStyles({
  pill: {
    position: 'absolute',
    right: '24px',
    bottom: '12px',
    minWidth: 0,
    gap: '6px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: ext.raised,
    boxShadow: tokens.shadow8,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 599px)': { right: '12px', minHeight: '40px' },
  },
});

/** A button over the end of a conversation that leads to its newest message, with the number of new ones. */
export function NewestPill({ count, label, text, onClick }: NewestPillProps) {
  const styles = useStyles();
  return (
    <Button className={styles.pill} icon={<ArrowDown16Regular />} aria-label={label} onClick={onClick}>
      {count > 0 ? <Count value={count} unread /> : text}
    </Button>
  );
}
