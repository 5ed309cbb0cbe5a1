import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import {
  ArrowClockwise20Regular,
  ArrowSwap20Regular,
  ArrowUndo20Regular,
  Checkmark20Regular,
  Delete20Regular,
  Link20Regular,
  MailRead20Regular,
  Open20Regular,
} from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useSession, useT, useToasts } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import type { TicketActions } from '../data/useTicketActions.ts';
import { useTicketDialogs } from '../dialogs/ticket-dialogs.ts';

export interface RowMenuAt {
  ticket: TicketView;
  /** Where the pointer is. */
  x: number;
  y: number;
}

export interface RowMenuProps {
  at: RowMenuAt;
  onOpen(ticket: TicketView): void;
  onClose(): void;
  actions: TicketActions;
}

/** What can be done with a row without opening it. */
export function RowMenu({ at, onOpen, onClose, actions }: RowMenuProps) {
  const t = useT();
  const toasts = useToasts();
  const { can } = useSession();
  const dialogs = useTicketDialogs();
  const { ticket, x, y } = at;
  const target = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y]);
  const copyLink = async (): Promise<void> => {
    await navigator.clipboard.writeText(`${location.origin}/tickets/${ticket.uuid}`);
    toasts.success(t('action.linkCopied'));
  };
  return (
    <Menu
      open
      positioning={{ target, position: 'below', align: 'start' }}
      onOpenChange={(_, data) => !data.open && onClose()}
    >
      <MenuPopover>
        <MenuList>
          <MenuItem icon={<Open20Regular />} onClick={() => onOpen(ticket)}>
            {t('action.open')}
          </MenuItem>
          {ticket.status === 'pending' && (
            <MenuItem icon={<Checkmark20Regular />} onClick={() => void actions.accept(ticket)}>
              {t('action.accept')}
            </MenuItem>
          )}
          {ticket.status === 'open' && (
            <MenuItem icon={<Checkmark20Regular />} onClick={() => dialogs.resolve(ticket)}>
              {t('action.resolve')}
            </MenuItem>
          )}
          {ticket.status === 'closed' && (
            <MenuItem icon={<ArrowClockwise20Regular />} onClick={() => void actions.reopen(ticket)}>
              {t('action.reopen')}
            </MenuItem>
          )}
          {ticket.status !== 'closed' && (
            <MenuItem icon={<ArrowSwap20Regular />} onClick={() => dialogs.open({ kind: 'transfer', ticket })}>
              {t('action.transfer')}
            </MenuItem>
          )}
          {ticket.status === 'open' && (
            <MenuItem icon={<ArrowUndo20Regular />} onClick={() => void actions.giveBack(ticket)}>
              {t('action.return')}
            </MenuItem>
          )}
          {ticket.unreadMessages > 0 && (
            <MenuItem icon={<MailRead20Regular />} onClick={() => void actions.markRead(ticket)}>
              {t('action.markRead')}
            </MenuItem>
          )}
          <MenuItem icon={<Link20Regular />} onClick={() => void copyLink()}>
            {t('action.copyLink')}
          </MenuItem>
          {can('ticket-options:deleteTicket') && <MenuDivider />}
          {can('ticket-options:deleteTicket') && (
            <MenuItem icon={<Delete20Regular />} onClick={() => dialogs.open({ kind: 'delete', ticket })}>
              {t('action.delete')}
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
