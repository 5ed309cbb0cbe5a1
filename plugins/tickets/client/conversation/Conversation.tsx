import { makeStyles, tokens } from '@fluentui/react-components';
import { useAtom } from 'jotai';
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import { PartBoundary, useT } from '@balcao/sdk/client';
import { VisuallyHidden, ext } from '@balcao/sdk/ui';
import type { MessageView, TicketView } from '../../contract.ts';
import { Answering } from '../composer/Answering.tsx';
import { takenBack } from '../composer/useComposerHandle.ts';
import type { ComposerHandle } from '../composer/useComposerHandle.ts';
import { changeDraft } from '../composer/useDraft.ts';
import { leaveMessages, useMessages } from '../data/useMessages.ts';
import { useSteadyTicket } from '../data/useSteadyTicket.ts';
import { useTicketActions } from '../data/useTicketActions.ts';
import { useTicketDialogs } from '../dialogs/ticket-dialogs.ts';
import { ChosenBar } from '../message/lazy-parts.ts';
import { chosenMessagesAtom } from '../message/choose/chosen-messages.ts';
import type { OutboxEntry } from '../model/outbox.ts';
import { plainText, shorten } from '@balcao/sdk/chat';
import { HighlightContext } from '@balcao/sdk/chat';
import { useViewScope } from '../view/page-scope.ts';
import { ConversationKeys } from './ConversationKeys.tsx';
import { FoundMessages } from './FoundMessages.tsx';
import { Header } from './Header.tsx';
import { SearchBar } from './SearchBar.tsx';
import { Thread } from './Thread.tsx';
import type { ThreadHandle } from './Thread.tsx';
import { useReading } from './useReading.ts';
import { useThreadSearch } from './useThreadSearch.ts';
import { useTicketRoom } from './useTicketRoom.ts';

const useStyles = makeStyles({
  column: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    minWidth: 0,
    minHeight: 0,
    backgroundColor: ext.canvas,
    color: tokens.colorNeutralForeground1,
  },
  foot: { display: 'contents' },
  away: { display: 'none' },
});

export interface ConversationProps {
  ticket: TicketView;
  isPanelOpen: boolean;
  onTogglePanel(): void;
  /** A message to go to, however far back; taken once. */
  jump?: number | undefined;
  onJump(): void;
  /** Back to what it covers. */
  onBack?: () => void;
  /** Closes the view it stands in; absent: that has a way of its own. */
  onClose?: () => void;
  /** Somebody deleted it while it was on the screen. */
  onDeleted(): void;
}

/** One conversation: who it is with, what was said, and what is said next. */
export function Conversation(props: ConversationProps) {
  const { ticket, isPanelOpen, onTogglePanel, jump, onJump, onBack, onClose, onDeleted } = props;
  const styles = useStyles();
  const t = useT();
  const scope = useViewScope();
  const actions = useTicketActions();
  const dialogs = useTicketDialogs();
  const composer = useRef<ComposerHandle>(null);
  const messages = useRef<ThreadHandle>(null);
  const [quoted, setQuoted] = useState<MessageView>();
  const [editing, setEditing] = useState<MessageView>();
  const [chosen, setChosen] = useAtom(chosenMessagesAtom, scope);
  const isChoosing = chosen?.ticketId === ticket.id;
  const [target, setTarget] = useState<number>();
  const told = useRef<TellHandle>(null);
  const conversation = useMessages(ticket.id);
  const steady = useSteadyTicket(ticket);
  const thread = useThreadSearch(ticket.id, setTarget);
  useEffect(() => () => leaveMessages(ticket.id), [ticket.id]);

  const onMessage = useCallback(
    (message: MessageView) => {
      if (message.fromMe) return;
      messages.current?.arrived();
      told.current?.tell(`${message.participant ?? ticket.contact.name}: ${shorten(plainText(message.body), 160)}`);
    },
    [ticket.contact.name],
  );
  const { viewers, writers, onTyping } = useTicketRoom(ticket, { onMessage, onDeleted });
  useReading(ticket, actions);
  useEffect(() => {
    if (jump === undefined) return;
    setTarget(jump);
    onJump();
  }, [jump, onJump]);
  const onTargetShown = useCallback(() => setTarget(undefined), []);
  const onEditLast = useCallback((isNote: boolean) => messages.current?.editLast(isNote) ?? false, []);
  const onLeave = useCallback(() => composer.current?.focus(), []);
  const onEdited = useCallback(() => setEditing(undefined), []);
  const backToMessages = useCallback(() => messages.current?.focus(), []);
  const onTakeBack = useCallback((entry: OutboxEntry) => {
    if (composer.current) return composer.current.takeBack(entry);
    // Closed meanwhile, or given away: it stands in the field once there is one again.
    changeDraft(entry.userId, entry.ticketId, takenBack(entry));
    messages.current?.focus();
  }, []);

  const mayWrite = ticket.status === 'open';
  useEffect(() => setEditing(undefined), [mayWrite, ticket.id]);
  const onReply = useMemo(
    () =>
      mayWrite
        ? (message: MessageView) => {
            setQuoted(message);
            composer.current?.focus();
          }
        : undefined,
    [mayWrite],
  );
  const { change } = thread;
  const beginSearch = useCallback(() => change({ term: '', onlyMedia: false }), [change]);
  const isSearching = thread.search !== undefined;
  const onSearch = useCallback(
    () => (isSearching ? change(undefined) : beginSearch()),
    [beginSearch, change, isSearching],
  );
  /** One step a press; what is left goes to the dialog that this stands in. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || scope.shortcuts) return;
    if (isChoosing) {
      setChosen(undefined);
      backToMessages();
    } else if (isSearching) change(undefined);
    else return;
    event.preventDefault();
  };

  return (
    // Only for keys that nothing in it took.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.column}
      aria-label={t('chat.label', { name: ticket.contact.name })}
      onKeyDown={onKeyDown}
    >
      <Header
        ticket={steady}
        viewers={viewers}
        actions={actions}
        dialogs={dialogs}
        isPanelOpen={isPanelOpen}
        onTogglePanel={onTogglePanel}
        {...(onBack && { onBack })}
        {...(onClose && { onClose })}
        isSearching={isSearching}
        onSearch={onSearch}
      />
      {thread.search && <SearchBar thread={thread} onClose={() => change(undefined)} />}
      <HighlightContext value={thread.search?.term ?? ''}>
        {thread.isAsking && thread.visited === undefined ? (
          <FoundMessages ticket={ticket} thread={thread} onShow={thread.visit} />
        ) : (
          <Thread
            key={ticket.id}
            ref={messages}
            ticket={ticket}
            conversation={conversation}
            target={target}
            onTargetShown={onTargetShown}
            onGo={setTarget}
            onReply={onReply}
            onTakeBack={onTakeBack}
            onLeave={onLeave}
            onEdit={mayWrite ? setEditing : undefined}
            writers={writers}
          />
        )}
      </HighlightContext>
      {isChoosing && (
        <PartBoundary>
          <ChosenBar ticket={steady} messages={chosen.messages} onLeave={backToMessages} />
        </PartBoundary>
      )}
      {/* What is being written or recorded goes on behind it. */}
      <div className={isChoosing ? styles.away : styles.foot}>
        <Answering
          ref={composer}
          ticket={ticket}
          actions={actions}
          quoted={quoted}
          onQuote={setQuoted}
          onTyping={onTyping}
          onEditLast={onEditLast}
          editing={editing}
          onEdited={onEdited}
        />
      </div>
      {scope.shortcuts && (
        <ConversationKeys
          ticket={steady}
          actions={actions}
          dialogs={dialogs}
          composer={composer}
          messages={messages}
          onSearch={beginSearch}
          isPanelOpen={isPanelOpen}
          onTogglePanel={onTogglePanel}
        />
      )}
      <Tell ref={told} />
    </section>
  );
}

interface TellHandle {
  tell(text: string): void;
}

/** Reads out what arrives. Apart, because nothing else is drawn anew for it. */
function Tell({ ref }: { ref: Ref<TellHandle> }) {
  const [told, tell] = useState('');
  useImperativeHandle(ref, () => ({ tell }), []);
  return <VisuallyHidden live="polite">{told}</VisuallyHidden>;
}
