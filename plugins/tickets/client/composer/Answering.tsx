import type { Ref } from 'react';
import { useSession } from '@balcao/sdk/client';
import type { MessageView, TicketView } from '../../contract.ts';
import type { TicketActions } from '../data/useTicketActions.ts';
import { Composer } from './Composer.tsx';
import type { ComposerHandle, Speaking } from './Composer.tsx';
import { InsteadOfComposer } from './InsteadOfComposer.tsx';
import { OthersNotice, WindowNotice } from './Notices.tsx';
import { useReplyWindow } from './useReplyWindow.ts';
import { useSteadyTicket } from './useSteadyTicket.ts';

export interface AnsweringProps {
  ref?: Ref<ComposerHandle>;
  ticket: TicketView;
  actions: TicketActions;
  /** Chosen in the thread to be answered. */
  quoted: MessageView | undefined;
  onQuote(message: MessageView | undefined): void;
  onTyping(state: Speaking): void;
}

/** The foot of a conversation: where it is answered, or what has to be done before. */
export function Answering({ ref, ticket, actions, quoted, onQuote, onTyping }: AnsweringProps) {
  const { user } = useSession();
  const steady = useSteadyTicket(ticket);
  const window = useReplyWindow(ticket);
  if (ticket.status !== 'open') return <InsteadOfComposer ticket={ticket} actions={actions} />;
  return (
    <>
      <OthersNotice ticket={steady} />
      <WindowNotice ticket={steady} window={window} />
      <Composer
        key={`${user.id} ${ticket.id}`}
        ref={ref}
        ticket={steady}
        closedAfter={window?.isClosed ? window.hours : undefined}
        quoted={quoted}
        onQuote={onQuote}
        onTyping={onTyping}
      />
    </>
  );
}
