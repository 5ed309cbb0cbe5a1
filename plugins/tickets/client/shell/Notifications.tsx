import { CounterBadge, Popover, PopoverSurface, PopoverTrigger, makeStyles, tokens } from '@fluentui/react-components';
import { Alert20Filled, Alert20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { TicketView } from '../../contract.ts';
import { notificationLimit, useUnreadTickets } from '../data/useTicketList.ts';
import { useTicketActions } from '../data/useTicketActions.ts';
import { NotificationRow } from './NotificationRow.tsx';

const useStyles = makeStyles({
  place: { position: 'relative', display: 'inline-flex', flexShrink: 0 },
  number: { position: 'absolute', top: '0', right: '-2px', pointerEvents: 'none' },
  surface: {
    padding: 0,
    width: '380px',
    maxWidth: 'calc(100vw - 16px)',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusXLarge,
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    height: '44px',
    padding: '0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: { listStyleType: 'none', margin: 0, padding: '4px 8px 8px', maxHeight: 'min(560px, 70vh)', overflowY: 'auto' },
  empty: { margin: 0, padding: '32px 24px', textAlign: 'center', color: tokens.colorNeutralForeground3 },
});

/** The bell: tickets with unread messages, and a way to accept those that wait. */
export default function Notifications() {
  const styles = useStyles();
  const t = useT();
  const navigate = useNavigate();
  const actions = useTicketActions();
  const [isOpen, setOpen] = useState(false);
  const tickets = useUnreadTickets() ?? [];
  const open = (ticket: TicketView): void => {
    setOpen(false);
    void navigate(actions.pathOf(ticket));
  };
  const accept = (ticket: TicketView): void => {
    setOpen(false);
    void actions.accept(ticket);
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={(_, data) => setOpen(data.open)}
      trapFocus
      positioning={{ position: 'below', align: 'end', offset: 8 }}
    >
      <span className={styles.place}>
        <PopoverTrigger disableButtonEnhancement>
          <IconButton
            icon={isOpen ? <Alert20Filled /> : <Alert20Regular />}
            label={tickets.length > 0 ? t('notifications.with', { count: tickets.length }) : t('notifications.title')}
          />
        </PopoverTrigger>
        {tickets.length > 0 && (
          <CounterBadge className={styles.number} size="small" count={tickets.length} aria-hidden="true" />
        )}
      </span>
      <PopoverSurface className={styles.surface} aria-label={t('notifications.title')}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('notifications.title')}</h2>
        </div>
        {tickets.length === 0 ? (
          <p className={styles.empty}>{t('notifications.none')}</p>
        ) : (
          <ul className={styles.list}>
            {tickets.slice(0, notificationLimit).map((ticket) => (
              <NotificationRow key={ticket.id} ticket={ticket} onOpen={open} onAccept={accept} />
            ))}
          </ul>
        )}
      </PopoverSurface>
    </Popover>
  );
}
