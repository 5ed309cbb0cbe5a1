import { CounterBadge, makeStyles } from '@fluentui/react-components';
import { Alert20Filled, Alert20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton, type IconButtonProps } from '@balcao/sdk/ui';
import { useOwnCounts } from '../data/useTicketList.ts';

const useStyles = makeStyles({
  place: { position: 'relative', display: 'inline-flex', flexShrink: 0 },
  number: {
    position: 'absolute',
    top: '0',
    right: '-2px',
    pointerEvents: 'none',
    // The same corner of the same icon in a larger button, which here ends at the edge of the screen.
    '@media (max-width: 599px)': { top: '4px', right: '2px' },
  },
});

export type BellProps = Omit<IconButtonProps, 'icon' | 'label'> & { isOpen: boolean };

/** The button with the number of tickets that have unread messages. */
export function Bell({ isOpen, ...rest }: BellProps) {
  const styles = useStyles();
  const t = useT();
  const count = useOwnCounts()?.unread ?? 0;
  return (
    <span className={styles.place}>
      <IconButton
        aria-expanded={isOpen}
        {...rest}
        icon={isOpen ? <Alert20Filled /> : <Alert20Regular />}
        label={count > 0 ? t('notifications.with', { count }) : t('notifications.title')}
      />
      {count > 0 && (
        <CounterBadge className={styles.number} size="small" count={count} overflowCount={99} aria-hidden="true" />
      )}
    </span>
  );
}
