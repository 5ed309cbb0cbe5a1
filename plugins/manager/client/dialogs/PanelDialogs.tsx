import { Exposed, PartBoundary, lazyPart, usePreload } from '@balcao/sdk/client';
import { ticketConversation, ticketLog, ticketPeek } from '@balcao/tickets/contract';
import type { useHandOver } from '../data/useHandOver.ts';
import { usePanelTools } from '../page/panel-context.ts';
import { ConversationDialog } from './ConversationDialog.tsx';
import type { PanelDialog } from './usePanelDialogs.ts';

const AssignDialog = lazyPart(() => import('./AssignDialog.tsx'));
const PassDialog = lazyPart(() => import('./PassDialog.tsx'));
const RowMenu = lazyPart(() => import('./RowMenu.tsx'));

interface PanelDialogsProps {
  dialog: PanelDialog | undefined;
  /** With a kind: only if that one is open. */
  onClose(kind?: PanelDialog['kind']): void;
  onHandOver: ReturnType<typeof useHandOver>;
}

export function PanelDialogs({ dialog, onClose, onHandOver }: PanelDialogsProps) {
  const { actions } = usePanelTools();
  usePreload(ticketConversation);
  if (!dialog) return null;
  const { kind } = dialog;
  const close = () => onClose(kind);
  if (dialog.kind === 'conversation') return <ConversationDialog row={dialog.row} onClose={close} />;
  if (dialog.kind === 'peek')
    return (
      <Exposed
        of={ticketPeek}
        props={{ ticketId: dialog.row.id, onClose: close, onOpen: () => actions.open(dialog.row) }}
      />
    );
  if (dialog.kind === 'log') return <Exposed of={ticketLog} props={{ ticketId: dialog.row.id, onClose: close }} />;
  return (
    <PartBoundary>
      {dialog.kind === 'assign' ? (
        <AssignDialog row={dialog.row} to={dialog.to} onHandOver={onHandOver} onClose={close} />
      ) : dialog.kind === 'pass' ? (
        <PassDialog to={dialog.to} onClose={close} />
      ) : (
        <RowMenu place={dialog.place} onHandOver={onHandOver} onClose={close} />
      )}
    </PartBoundary>
  );
}
