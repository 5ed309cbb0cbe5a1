import { useAtom } from 'jotai';
import { useT } from '@balcao/sdk/client';
import { ConfirmDialog } from '@balcao/sdk/ui';
import { useTicketActions } from '../data/useTicketActions.ts';
import { useViewScope } from '../view/page-scope.ts';
import { useViewStore, type OpenedTicket } from '../view/scope.ts';
import { ForwardDialog } from '../message/lazy-parts.ts';
import { LogDialog } from '../log/LogDialog.tsx';
import { NewTicketDialog } from './NewTicketDialog.tsx';
import { ResolveDialog } from './ResolveDialog.tsx';
import { SnoozeDialog } from './SnoozeDialog.tsx';
import { ticketDialogAtom } from './ticket-dialogs.ts';
import { TransferDialog } from './TransferDialog.tsx';

export { ready } from './NewTicketDialog.tsx';

/** The open dialog of the ticket screen. */
export function TicketDialogs() {
  const t = useT();
  const [dialog, setDialog] = useAtom(ticketDialogAtom, useViewStore());
  const actions = useTicketActions();
  const scope = useViewScope();
  const close = () => setDialog(undefined);
  if (!dialog) return null;
  if (dialog.kind === 'new') {
    const { contactId, fresh } = dialog;
    const open = (ticket: OpenedTicket): void => scope.open(ticket, { unfiltered: true });
    return <NewTicketDialog contactId={contactId} fresh={fresh} onCreated={open} onOther={open} onClose={close} />;
  }
  if (dialog.kind === 'forward')
    return <ForwardDialog messages={dialog.messages} onDone={dialog.onDone} onClose={close} />;
  const { ticket } = dialog;
  if (dialog.kind === 'transfer') return <TransferDialog ticket={ticket} onClose={close} />;
  if (dialog.kind === 'log') return <LogDialog ticket={ticket} onClose={close} />;
  if (dialog.kind === 'snooze')
    return <SnoozeDialog ticket={ticket} onSnooze={(until) => actions.snooze(ticket, until)} onClose={close} />;
  if (dialog.kind === 'resolve') {
    return (
      <ResolveDialog
        text={t('resolve.text', { name: ticket.contact.name })}
        ticketId={ticket.id}
        opensNext={Boolean(dialog.next)}
        onClose={close}
        onResolve={(answers) => actions.resolve(ticket, answers, dialog.next)}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      title={t('delete.title', { id: ticket.id })}
      text={t('delete.text', { name: ticket.contact.name })}
      confirmLabel={t('action.delete')}
      onClose={close}
      onConfirm={async () => {
        await actions.remove(ticket);
        close();
      }}
    />
  );
}
