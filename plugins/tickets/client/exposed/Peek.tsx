import type { TicketPeekProps } from '../../contract.ts';
import { useTicketById } from '../data/useTicketById.ts';
import { PeekDialog } from '../list/peek/PeekDialog.tsx';
import { HighlightContext } from '@balcao/sdk/chat';
import { ViewScopeContext } from '../view/scope.ts';
import { ViewOverlays } from '../view/ViewOverlays.tsx';
import { useEmbeddedScope } from './useEmbeddedScope.ts';

/** The last messages of a conversation, over the page of another plugin. */
export default function Peek({ ticketId, onClose, onOpen }: TicketPeekProps) {
  const { ticket, refusal } = useTicketById(ticketId);
  const scope = useEmbeddedScope(
    { uuid: ticket?.uuid ?? '', open: (uuid) => ticket?.uuid === uuid && onOpen?.(ticket), leave: onClose },
    { shortcuts: false },
  );
  return (
    <ViewScopeContext value={scope}>
      <HighlightContext value="">
        <PeekDialog ticketId={ticketId} ticket={ticket} refusal={refusal} onOpen={onOpen} onClose={onClose} />
        <ViewOverlays />
      </HighlightContext>
    </ViewScopeContext>
  );
}
