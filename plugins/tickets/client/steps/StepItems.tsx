import { MenuDivider, MenuItem } from '@fluentui/react-components';
import {
  ArrowSwap20Regular,
  ArrowUndo20Regular,
  Delete20Regular,
  History20Regular,
  Link20Regular,
} from '@fluentui/react-icons';
import { useSession, useT, useToasts } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import type { TicketActions } from '../data/useTicketActions.ts';
import { useTicketDialogs } from '../dialogs/ticket-dialogs.ts';

/** Menu items to transfer or return a running ticket. */
export function TransferItems({ ticket, actions }: { ticket: TicketView; actions: TicketActions }) {
  const t = useT();
  const dialogs = useTicketDialogs();
  return (
    <>
      {ticket.status !== 'closed' && (
        <MenuItem icon={<ArrowSwap20Regular />} onClick={() => dialogs.open({ kind: 'transfer', ticket })}>
          {t('action.transfer')}
        </MenuItem>
      )}
      {ticket.status === 'open' && (
        <MenuItem icon={<ArrowUndo20Regular />} onClick={() => void actions.returnTicket(ticket)}>
          {t('action.return')}
        </MenuItem>
      )}
    </>
  );
}

/** The last items of every menu of a ticket. */
export function LastItems({ ticket }: { ticket: TicketView }) {
  const t = useT();
  const toasts = useToasts();
  const dialogs = useTicketDialogs();
  const { can } = useSession();
  const copyLink = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(`${location.origin}/tickets/${ticket.uuid}`);
      toasts.success(t('action.linkCopied'));
    } catch (error) {
      toasts.error(error);
    }
  };
  return (
    <>
      <MenuItem icon={<History20Regular />} onClick={() => dialogs.open({ kind: 'log', ticket })}>
        {t('log.dialog')}
      </MenuItem>
      <MenuItem icon={<Link20Regular />} onClick={() => void copyLink()}>
        {t('action.copyLink')}
      </MenuItem>
      {can('ticket-options:deleteTicket') && (
        <>
          <MenuDivider />
          <MenuItem icon={<Delete20Regular />} onClick={() => dialogs.open({ kind: 'delete', ticket })}>
            {t('action.delete')}
          </MenuItem>
        </>
      )}
    </>
  );
}
