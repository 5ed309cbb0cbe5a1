import { CounterBadge, makeStyles } from '@fluentui/react-components';
import { PersonChat20Filled, PersonChat20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import { setWidget, useWidget } from './widget-state.ts';

const useStyles = makeStyles({
  place: { position: 'relative', display: 'inline-flex', flexShrink: 0 },
  number: { position: 'absolute', top: '0', right: '-2px', pointerEvents: 'none' },
});

/** The button of the top bar that opens the widget, with the number of chats that have unread messages. */
export function ChatButton() {
  const t = useT();
  const styles = useStyles();
  const { isOpen, unread } = useWidget();
  return (
    <span className={styles.place}>
      <IconButton
        id="internal-chat-button"
        aria-expanded={isOpen}
        icon={isOpen ? <PersonChat20Filled /> : <PersonChat20Regular />}
        label={unread > 0 ? t('button.with', { count: unread }) : t('page.title')}
        onClick={() => setWidget({ isOpen: !isOpen })}
      />
      {unread > 0 && <CounterBadge className={styles.number} size="small" count={unread} aria-hidden="true" />}
    </span>
  );
}
