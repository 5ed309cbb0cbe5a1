import { Button, Popover, PopoverSurface, PopoverTrigger, makeStyles, tokens } from '@fluentui/react-components';
import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { useT } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { notificationLimit, useOwnCounts, useUnreadTickets } from '../data/useTicketList.ts';
import { useTicketActions } from '../data/useTicketActions.ts';
import { NotificationRow } from './NotificationRow.tsx';

const useStyles = makeStyles({
  surface: {
    padding: 0,
    width: '380px',
    maxWidth: 'calc(100vw - 16px)',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusXLarge,
    outlineStyle: 'none',
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
  foot: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: '44px',
    padding: '0 8px 0 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
  },
  empty: { margin: 0, padding: '32px 24px', textAlign: 'center', color: tokens.colorNeutralForeground3 },
});

export interface NotificationListProps {
  startOpen: boolean;
  bell(isOpen: boolean): ReactElement;
}

/** The bell with its popover. */
export default function NotificationList({ startOpen, bell }: NotificationListProps) {
  const styles = useStyles();
  const t = useT();
  const navigate = useNavigate();
  const actions = useTicketActions();
  const [isOpen, setOpen] = useState(startOpen);
  const tickets = useUnreadTickets() ?? [];
  const more = Math.max(tickets.length, useOwnCounts()?.unread ?? 0) - notificationLimit;
  const seeAll = (): void => {
    setOpen(false);
    // To the tab that most of them are in.
    const isMostlyWaiting = tickets.filter(({ status }) => status === 'pending').length * 2 > tickets.length;
    void navigate(`/tickets?read=unread${isMostlyWaiting ? '&status=pending' : ''}`);
  };
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
      <PopoverTrigger disableButtonEnhancement>{bell(isOpen)}</PopoverTrigger>
      {/* Focusable itself: an empty popover contains nothing else that could take the focus, and would be hidden from
          screen readers. */}
      <PopoverSurface className={styles.surface} aria-label={t('notifications.title')} tabIndex={-1}>
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
        {more > 0 && (
          <div className={styles.foot}>
            <span>{t('notifications.more', { count: more })}</span>
            <Button size="small" appearance="subtle" onClick={seeAll}>
              {t('notifications.all')}
            </Button>
          </div>
        )}
      </PopoverSurface>
    </Popover>
  );
}
