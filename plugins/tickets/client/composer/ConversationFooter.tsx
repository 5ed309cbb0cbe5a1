import type { Ref } from 'react';
import { useSession } from '@balcao/sdk/client';
import type { MessageView, TicketView } from '../../contract.ts';
import { useSteadyTicket } from '../data/useSteadyTicket.ts';
import type { TicketActions } from '../data/useTicketActions.ts';
import { Composer } from './Composer.tsx';
import type { TypingPresence } from './Composer.tsx';
import { RequiredStep } from './RequiredStep.tsx';
import { OthersNotice, WindowNotice } from './Notices.tsx';
import type { ComposerHandle } from './useComposerHandle.ts';
import { useChannelOff } from './useChannelOff.ts';
import { useReplyWindow } from './useReplyWindow.ts';

export interface ConversationFooterProps {
  ref?: Ref<ComposerHandle>;
  ticket: TicketView;
  actions: TicketActions;
  /** The message chosen to be answered. */
  quoted: MessageView | undefined;
  onQuote(message: MessageView | undefined): void;
  onTyping(state: TypingPresence): void;
  /** Opens this person's last message, or last internal note, for editing; returns false when there is none. */
  onEditLast(isNote: boolean): boolean;
  editing: MessageView | undefined;
  onEdited(messageId: number): void;
}

/** The bottom of a conversation: the composer, or the step that is needed before writing. */
export function ConversationFooter(props: ConversationFooterProps) {
  const { ref, ticket, actions, quoted, onQuote, onTyping, onEditLast, editing, onEdited } = props;
  const { user } = useSession();
  const steady = useSteadyTicket(ticket);
  const window = useReplyWindow(ticket);
  const isOff = useChannelOff(ticket.whatsappId);
  if (ticket.status !== 'open') return <RequiredStep ticket={ticket} actions={actions} />;
  return (
    <>
      <OthersNotice ticket={steady} />
      {!isOff && <WindowNotice ticket={steady} window={window} />}
      <Composer
        key={`${user.id} ${ticket.id}`}
        ref={ref}
        ticket={steady}
        isOff={isOff}
        closedAfter={window?.isClosed ? window.hours : undefined}
        isAfterPublic={ticket.window?.isAfterPublic ?? false}
        quoted={quoted}
        onQuote={onQuote}
        onTyping={onTyping}
        onEditLast={onEditLast}
        editing={editing}
        onEdited={onEdited}
      />
    </>
  );
}
