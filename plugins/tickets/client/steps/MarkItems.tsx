import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { ClockAlarm20Regular, MailUnread20Regular, Pin20Regular, PinOff20Regular } from '@fluentui/react-icons';
import { useFormat, useT, useToasts } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { pinTicket, unpinTicket, useMarks, unsnoozeTicket } from '../data/marks.ts';
import type { TicketActions } from '../data/useTicketActions.ts';
import { useTicketDialogs } from '../dialogs/ticket-dialogs.ts';
import { snoozeChoices, snoozedUntil } from '../model/snooze.ts';

/** Menu items to pin and snooze a ticket, which each person has for themselves. */
export function MarkItems({ ticket, actions }: { ticket: TicketView; actions: TicketActions }) {
  const t = useT();
  const format = useFormat();
  const toasts = useToasts();
  const dialogs = useTicketDialogs();
  const marks = useMarks();
  const isPinned = marks?.pinned.includes(ticket.id) === true;
  const snoozed = marks?.snoozed.find(({ ticketId, isBack }) => ticketId === ticket.id && !isBack);
  const run = (work: Promise<void>): void => void work.catch((error: unknown) => toasts.error(error));
  return (
    <>
      {ticket.status !== 'closed' && ticket.unreadMessages === 0 && (
        <MenuItem icon={<MailUnread20Regular />} onClick={() => void actions.markUnread(ticket)}>
          {t('action.markUnread')}
        </MenuItem>
      )}
      <MenuItem
        icon={isPinned ? <PinOff20Regular /> : <Pin20Regular />}
        onClick={() => run(isPinned ? unpinTicket(ticket.id) : pinTicket(ticket.id))}
      >
        {t(isPinned ? 'action.unpin' : 'action.pin')}
      </MenuItem>
      {snoozed ? (
        <MenuItem icon={<ClockAlarm20Regular />} onClick={() => run(unsnoozeTicket(ticket.id))}>
          {t('action.wake')}
        </MenuItem>
      ) : (
        ticket.status !== 'closed' && (
          <Menu>
            <MenuTrigger disableButtonEnhancement>
              <MenuItem icon={<ClockAlarm20Regular />}>{t('action.snooze')}</MenuItem>
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                {snoozeChoices.map((choice) => (
                  <MenuItem
                    key={choice}
                    secondaryContent={format.clock(snoozedUntil(choice, new Date()))}
                    onClick={() => run(actions.snooze(ticket, snoozedUntil(choice, new Date())))}
                  >
                    {t(`snooze.${choice}`)}
                  </MenuItem>
                ))}
                <MenuItem onClick={() => dialogs.open({ kind: 'snooze', ticket })}>{t('snooze.other')}</MenuItem>
              </MenuList>
            </MenuPopover>
          </Menu>
        )
      )}
    </>
  );
}
