import { makeStyles, tokens } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { Ref } from 'react';
import { mediaUrl, PartBoundary, useRecentPlace, useSession, useShortcut, useT } from '@balcao/sdk/client';
import { Heard, ext } from '@balcao/sdk/ui';
import type { MessageView, TicketView } from '../../contract.ts';
import { Answering } from '../composer/Answering.tsx';
import { takenBack } from '../composer/useComposerHandle.ts';
import type { ComposerHandle } from '../composer/useComposerHandle.ts';
import { changeDraft } from '../composer/useDraft.ts';
import { leaveMessages, useMessages } from '../data/useMessages.ts';
import { useSteadyTicket } from '../data/useSteadyTicket.ts';
import { useTicketActions } from '../data/useTicketActions.ts';
import { useTicketDialogs, ticketDialogAtom } from '../dialogs/ticket-dialogs.ts';
import { ChosenBar } from '../message/later.ts';
import { chosenMessagesAtom } from '../message/choose/chosen-messages.ts';
import { nextTicket } from '../data/next-ticket.ts';
import type { OutboxEntry } from '../model/outbox.ts';
import { plainText, shorten } from '../model/formatting.ts';
import { SoughtContext } from '../message/sought.ts';
import { setOpenTicket } from '../shell/open-ticket.ts';
import { FoundMessages } from './FoundMessages.tsx';
import { Header } from './Header.tsx';
import { SearchBar } from './SearchBar.tsx';
import { Thread } from './Thread.tsx';
import type { ThreadHandle } from './Thread.tsx';
import { ToldKeys } from './ToldKeys.tsx';
import { useMessageOfAddress } from './useMessageOfAddress.ts';
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
  /** Back to the list, where there is no room for it beside this. */
  onBack?: () => void;
  /** Somebody deleted it while it was on the screen. */
  onDeleted(): void;
}

/** One conversation: who it is with, what was said, and what is said next. */
export function Conversation({ ticket, isPanelOpen, onTogglePanel, onBack, onDeleted }: ConversationProps) {
  const styles = useStyles();
  const t = useT();
  const { can } = useSession();
  const actions = useTicketActions();
  const dialogs = useTicketDialogs();
  const dialog = useAtomValue(ticketDialogAtom);
  const composer = useRef<ComposerHandle>(null);
  const messages = useRef<ThreadHandle>(null);
  const [quoted, setQuoted] = useState<MessageView>();
  const [editing, setEditing] = useState<MessageView>();
  const chosen = useAtomValue(chosenMessagesAtom);
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
  useMessageOfAddress(setTarget);
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
  const isFree = () => dialog === undefined;
  const group = t('shortcut.group');
  useShortcut('e', () => dialogs.resolve(ticket), {
    label: t('action.resolve'),
    group,
    when: () => isFree() && ticket.status === 'open',
  });
  useShortcut('shift+e', () => dialogs.resolve(ticket, nextTicket(ticket)), {
    label: t('keys.resolveNext'),
    group,
    when: () => isFree() && ticket.status === 'open',
  });
  useShortcut('t', () => dialogs.open({ kind: 'transfer', ticket }), {
    label: t('action.transfer'),
    group,
    when: () => isFree() && ticket.status !== 'closed',
  });
  useShortcut('a', () => void actions.accept(ticket), {
    label: t('action.accept'),
    group,
    when: () => isFree() && ticket.status === 'pending',
  });
  useShortcut('/', () => composer.current?.begin('/'), {
    label: t('shortcut.write'),
    group,
    when: () => isFree() && mayWrite,
  });
  useShortcut('m', () => messages.current?.focus(), { label: t('keys.messages'), group, when: isFree });
  const { change } = thread;
  const beginSearch = useCallback(() => change({ term: '', onlyMedia: false }), [change]);
  const isSearching = thread.search !== undefined;
  const onSearch = useCallback(
    () => (isSearching ? change(undefined) : beginSearch()),
    [beginSearch, change, isSearching],
  );
  useEffect(
    () =>
      setOpenTicket({
        ticket: steady,
        accept: () => void actions.accept(steady),
        resolve: () => dialogs.resolve(steady),
        resolveNext: () => dialogs.resolve(steady, nextTicket(steady)),
        reopen: () => void actions.reopen(steady),
        transfer: () => dialogs.open({ kind: 'transfer', ticket: steady }),
        giveBack: () => void actions.giveBack(steady),
        search: beginSearch,
        showContact: () => isPanelOpen || onTogglePanel(),
      }),
    [actions, beginSearch, dialogs, isPanelOpen, onTogglePanel, steady],
  );
  const { contact, channel, isGroup } = steady;
  useRecentPlace({
    title: contact.name,
    subtitle: t('chat.number', { id: steady.id }),
    path: actions.pathOf(steady),
    face: {
      name: contact.name,
      square: isGroup,
      ...(channel && { channel }),
      ...(contact.profilePicUrl && { picture: mediaUrl(contact.profilePicUrl) }),
    },
  });
  useShortcut('mod+shift+f', beginSearch, {
    label: t('search.open'),
    group,
    when: isFree,
  });

  return (
    <section className={styles.column} aria-label={t('chat.label', { name: ticket.contact.name })}>
      <Header
        ticket={steady}
        viewers={viewers}
        actions={actions}
        dialogs={dialogs}
        isPanelOpen={isPanelOpen}
        onTogglePanel={onTogglePanel}
        {...(onBack && { onBack })}
        isSearching={isSearching}
        onSearch={onSearch}
      />
      {thread.search && <SearchBar thread={thread} onClose={() => change(undefined)} />}
      <SoughtContext value={thread.search?.term ?? ''}>
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
      </SoughtContext>
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
      <ToldKeys mayWrite={mayWrite} mayNote={can('tickets-manager:sendinternalchats')} />
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
  return <Heard live="polite">{told}</Heard>;
}
