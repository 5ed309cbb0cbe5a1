import { makeStyles, tokens } from '@fluentui/react-components';
import { useAtom } from 'jotai';
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import { PartBoundary, useT } from '@balcao/sdk/client';
import { VisuallyHidden, ext, usePageFoot } from '@balcao/sdk/ui';
import type { MessageView, TicketView } from '../../contract.ts';
import { ConversationFooter } from '../composer/ConversationFooter.tsx';
import { restoredDraft } from '../composer/useComposerHandle.ts';
import type { ComposerHandle } from '../composer/useComposerHandle.ts';
import { changeDraft } from '../composer/useDraft.ts';
import { resetToNewestPage, useMessages } from '../data/useMessages.ts';
import { useSteadyTicket } from '../data/useSteadyTicket.ts';
import { useTicketActions } from '../data/useTicketActions.ts';
import { useTicketDialogs } from '../dialogs/ticket-dialogs.ts';
import { SelectionBar } from '../message/lazy-parts.ts';
import { messageSelectionAtom } from '../message/selection/message-selection.ts';
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
  foot: { display: 'flex', flexDirection: 'column', flexShrink: 0, minWidth: 0 },
  away: { display: 'none' },
});

export interface ConversationProps {
  ticket: TicketView;
  isPanelOpen: boolean;
  onTogglePanel(): void;
  /** A message to scroll to, however far back; handled once. */
  jump?: number | undefined;
  onJump(): void;
  /** Returns to what it covers. */
  onBack?: () => void;
  /** Closes the view it is in; absent: the container has its own way. */
  onClose?: () => void;
  /** It was deleted while on the screen. */
  onDeleted(): void;
}

/** One conversation: header, messages and composer. */
export function Conversation(props: ConversationProps) {
  const { ticket, isPanelOpen, onTogglePanel, jump, onJump, onBack, onClose, onDeleted } = props;
  const styles = useStyles();
  const t = useT();
  const scope = useViewScope();
  const actions = useTicketActions();
  const dialogs = useTicketDialogs();
  const foot = usePageFoot(scope.shortcuts);
  const composer = useRef<ComposerHandle>(null);
  const messages = useRef<ThreadHandle>(null);
  const [quoted, setQuoted] = useState<MessageView>();
  const [editing, setEditing] = useState<MessageView>();
  const [selection, setSelection] = useAtom(messageSelectionAtom, scope);
  const isSelecting = selection?.ticketId === ticket.id;
  const [target, setTarget] = useState<number>();
  const announcer = useRef<AnnouncerHandle>(null);
  const conversation = useMessages(ticket.id);
  const steady = useSteadyTicket(ticket);
  const thread = useThreadSearch(ticket.id, setTarget);
  useEffect(() => () => resetToNewestPage(ticket.id), [ticket.id]);

  const onMessage = useCallback(
    (message: MessageView) => {
      if (message.fromMe) return;
      messages.current?.arrived();
      announcer.current?.announce(
        `${message.participant ?? ticket.contact.name}: ${shorten(plainText(message.body), 160)}`,
      );
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
  // The answer to an edit may come late, when another message is being edited.
  const onEdited = useCallback(
    (messageId: number) => setEditing((known) => (known?.id === messageId ? undefined : known)),
    [],
  );
  const backToMessages = useCallback(() => messages.current?.focus(), []);
  const onRestore = useCallback((entry: OutboxEntry) => {
    if (composer.current) return composer.current.restore(entry);
    // It was closed or transferred meanwhile: the text is in the field when there is one again.
    changeDraft(entry.userId, entry.ticketId, restoredDraft(entry));
    messages.current?.focus();
  }, []);

  const mayWrite = ticket.status === 'open';
  // Not in an effect: those run again, with nothing changed, when the page is shown after a login.
  if (editing && !mayWrite) setEditing(undefined);
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
  /** One step per press; an unhandled key goes to the dialog around it. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || scope.shortcuts) return;
    if (isSelecting) {
      setSelection(undefined);
      backToMessages();
    } else if (isSearching) change(undefined);
    else return;
    event.preventDefault();
  };

  return (
    // Only for keys that no element inside handled.
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
        {thread.isAsking && thread.shownResult === undefined ? (
          <FoundMessages ticket={ticket} thread={thread} onShow={thread.showResult} />
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
            onRestore={onRestore}
            onLeave={onLeave}
            onEdit={mayWrite ? setEditing : undefined}
            writers={writers}
          />
        )}
      </HighlightContext>
      {isSelecting && (
        <PartBoundary>
          <SelectionBar ticket={steady} messages={selection.messages} onLeave={backToMessages} />
        </PartBoundary>
      )}
      {/* The draft and a recording continue behind it. */}
      <div ref={foot} className={isSelecting ? styles.away : styles.foot}>
        <ConversationFooter
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
      <Announcer ref={announcer} />
    </section>
  );
}

interface AnnouncerHandle {
  announce(text: string): void;
}

/** Announces arriving messages to screen readers. A component of its own, so that nothing else is rendered for it. */
function Announcer({ ref }: { ref: Ref<AnnouncerHandle> }) {
  const [text, announce] = useState('');
  useImperativeHandle(ref, () => ({ announce }), []);
  return <VisuallyHidden live="polite">{text}</VisuallyHidden>;
}
