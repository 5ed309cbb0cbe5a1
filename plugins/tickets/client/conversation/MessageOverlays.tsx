import type { Dispatch, SetStateAction } from 'react';
import { PartBoundary } from '@balcao/sdk/client';
import type { ChannelCapabilities } from '@balcao/connections/contract';
import type { MessageView, TicketView } from '../../contract.ts';
import { DeleteDialog, EditDialog, MessageFactsDialog, MessageMenu, ReactionPicker } from '../message/lazy-parts.ts';
import type { MessageMenuAt } from '../message/MessageMenu.tsx';
import type { MessageActions } from '../message/useMessageActions.ts';

/** The overlay that is open on one message. */
export type MessageOverlay =
  { kind: 'menu' | 'reaction'; at: MessageMenuAt } | { kind: 'edit' | 'delete' | 'facts'; message: MessageView };

export interface MessageOverlaysProps {
  overlay: MessageOverlay;
  onChange: Dispatch<SetStateAction<MessageOverlay | undefined>>;
  ticket: TicketView;
  capabilities: Partial<ChannelCapabilities>;
  actions: MessageActions;
  onReply: ((message: MessageView) => void) | undefined;
  mayReact: boolean;
  /** Returns the current state of a message: receipts arrive while its facts are open. */
  asItIs(message: MessageView): MessageView;
  onForward(message: MessageView): void;
  onSelect(message: MessageView): void;
  onEdit(message: MessageView): void;
}

/** The menu of a message and the overlays it opens. */
export function MessageOverlays(props: MessageOverlaysProps) {
  const { overlay, onChange, ticket, capabilities, actions, onReply, mayReact } = props;
  const close = () => onChange(undefined);
  return (
    <PartBoundary>
      {overlay.kind === 'menu' && (
        <MessageMenu
          at={overlay.at}
          ticket={ticket}
          capabilities={capabilities}
          onReply={onReply}
          onPickReaction={mayReact ? (at) => onChange({ kind: 'reaction', at }) : undefined}
          onForward={props.onForward}
          onSelect={props.onSelect}
          onFacts={(message) => onChange({ kind: 'facts', message })}
          onEdit={props.onEdit}
          onDelete={(message) => onChange({ kind: 'delete', message })}
          // The chosen entry may have opened another overlay already.
          onClose={() => setTimeout(() => onChange((known) => (known === overlay ? undefined : known)))}
        />
      )}
      {overlay.kind === 'reaction' && (
        <ReactionPicker
          at={overlay.at}
          onReact={(message, emoji) => void actions.react(message, emoji)}
          onClose={close}
        />
      )}
      {overlay.kind === 'edit' && <EditDialog message={overlay.message} actions={actions} onClose={close} />}
      {overlay.kind === 'facts' && <MessageFactsDialog message={props.asItIs(overlay.message)} onClose={close} />}
      {overlay.kind === 'delete' && <DeleteDialog message={overlay.message} actions={actions} onClose={close} />}
    </PartBoundary>
  );
}
