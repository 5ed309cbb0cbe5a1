import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import {
  ArrowClockwise20Regular,
  CheckboxChecked20Regular,
  Checkmark20Regular,
  Eye20Regular,
  MailRead20Regular,
  Open20Regular,
} from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useSession, useT } from '@balcao/sdk/client';
import { Kbd } from '@balcao/sdk/ui';
import type { TicketView } from '../../contract.ts';
import type { TicketActions } from '../data/useTicketActions.ts';
import { useTicketDialogs } from '../dialogs/ticket-dialogs.ts';
import { MarkItems } from '../steps/MarkItems.tsx';
import { TransferItems, LastItems } from '../steps/StepItems.tsx';
import { peekPermission } from './peek/peeked-ticket.ts';

export interface RowMenuAt {
  ticket: TicketView;
  /** Position of the pointer. */
  x: number;
  y: number;
  /** Selection state, in a list with selection. */
  isChosen?: boolean;
}

export interface RowMenuProps {
  at: RowMenuAt;
  onOpen(ticket: TicketView): void;
  onChoose(ticket: TicketView): void;
  onPeek(ticket: TicketView): void;
  onClose(): void;
  actions: TicketActions;
}

/** Actions on a row without opening it. */
export function RowMenu({ at, onOpen, onChoose, onPeek, onClose, actions }: RowMenuProps) {
  const t = useT();
  const { can } = useSession();
  const dialogs = useTicketDialogs();
  const { ticket, x, y } = at;
  const target = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y]);
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
          {can(peekPermission) && (
            <MenuItem icon={<Eye20Regular />} secondaryContent={<Kbd keys="p" />} onClick={() => onPeek(ticket)}>
              {t('peek.action')}
            </MenuItem>
          )}
          <MenuItem
            icon={<CheckboxChecked20Regular />}
            secondaryContent={<Kbd keys="x" />}
            onClick={() => onChoose(ticket)}
          >
            {t(at.isChosen ? 'bulk.clear' : 'bulk.choose')}
          </MenuItem>
          <MenuDivider />
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
          <TransferItems ticket={ticket} actions={actions} />
          {ticket.unreadMessages > 0 && (
            <MenuItem icon={<MailRead20Regular />} onClick={() => void actions.markRead(ticket)}>
              {t('action.markRead')}
            </MenuItem>
          )}
          <MarkItems ticket={ticket} actions={actions} />
          <LastItems ticket={ticket} />
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
