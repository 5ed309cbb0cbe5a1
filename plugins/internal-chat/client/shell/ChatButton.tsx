import { CounterBadge, makeStyles } from '@fluentui/react-components';
import { PersonChat20Filled, PersonChat20Regular } from '@fluentui/react-icons';
import { useLocation, useNavigate } from 'react-router-dom';
import { useT, useViewport } from '@balcao/sdk/client';
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
  const navigate = useNavigate();
  const { touch } = useViewport();
  const { pathname } = useLocation();
  // On a phone a window would cover the page anyway, and the way back would not lead to it.
  const isPage = touch || pathname.startsWith('/chats');
  return (
    <span className={styles.place}>
      <IconButton
        id="internal-chat-button"
        {...(!isPage && { 'aria-expanded': isOpen })}
        icon={isOpen && !isPage ? <PersonChat20Filled /> : <PersonChat20Regular />}
        label={unread > 0 ? t('button.with', { count: unread }) : t('page.title')}
        onClick={() => (isPage ? void navigate('/chats') : setWidget({ isOpen: !isOpen }))}
      />
      {unread > 0 && <CounterBadge className={styles.number} size="small" count={unread} aria-hidden="true" />}
    </span>
  );
}
