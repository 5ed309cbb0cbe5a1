import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDown16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { Count, ext } from '@balcao/sdk/ui';

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

/** The way back to the newest message, with the number of unread ones. */
export function NewestPill({ count, onClick }: { count: number; onClick(): void }) {
  const styles = useStyles();
  const t = useT();
  return (
    <Button
      className={styles.pill}
      icon={<ArrowDown16Regular />}
      aria-label={count > 0 ? t('thread.newestWith', { count }) : t('thread.newest')}
      onClick={onClick}
    >
      {count > 0 ? <Count value={count} unread /> : t('thread.newestShort')}
    </Button>
  );
}
