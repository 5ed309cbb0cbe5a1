import { makeStyles, tokens } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSession, useShortcut, useT } from '@balcao/sdk/client';
import { Heard, ext } from '@balcao/sdk/ui';
import type { MessageView, TicketView } from '../../contract.ts';
import { Answering } from '../composer/Answering.tsx';
import type { ComposerHandle } from '../composer/useComposerHandle.ts';
import { leaveMessages, useMessages } from '../data/useMessages.ts';
import { useTicketActions } from '../data/useTicketActions.ts';
import { useTicketDialogs, ticketDialogAtom } from '../dialogs/ticket-dialogs.ts';
import type { OutboxEntry } from '../model/outbox.ts';
import { plainText, shorten } from '../model/formatting.ts';
import { SoughtContext } from '../message/sought.ts';
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
});

export interface ConversationProps {
  ticket: TicketView;
  isPanelOpen: boolean;
  onTogglePanel(): void;
  /** Somebody deleted it while it was on the screen. */
  onDeleted(): void;
}

/** One conversation: who it is with, what was said, and what is said next. */
export function Conversation({ ticket, isPanelOpen, onTogglePanel, onDeleted }: ConversationProps) {
  const styles = useStyles();
  const t = useT();
  const { can } = useSession();
  const actions = useTicketActions();
  const dialogs = useTicketDialogs();
  const dialog = useAtomValue(ticketDialogAtom);
  const composer = useRef<ComposerHandle>(null);
  const messages = useRef<ThreadHandle>(null);
  const [quoted, setQuoted] = useState<MessageView>();
  const [target, setTarget] = useState<number>();
  const [heard, setHeard] = useState('');
  const [arrived, setArrived] = useState(0);
  const conversation = useMessages(ticket.id);
  const thread = useThreadSearch(ticket.id, setTarget);
  useEffect(() => () => leaveMessages(ticket.id), [ticket.id]);

  const onMessage = useCallback(
    (message: MessageView) => {
      if (message.fromMe) return;
      setArrived((count) => count + 1);
      setHeard(`${message.participant ?? ticket.contact.name}: ${shorten(plainText(message.body), 160)}`);
    },
    [ticket.contact.name],
  );
  const { viewers, writers, onTyping } = useTicketRoom(ticket, { onMessage, onDeleted });
  useReading(ticket, actions);
  useMessageOfAddress(setTarget);
  const onTargetShown = useCallback(() => setTarget(undefined), []);
  const onEditLast = useCallback((isNote: boolean) => messages.current?.editLast(isNote) ?? false, []);
  const onLeave = useCallback(() => composer.current?.focus(), []);
  const onTakeBack = useCallback((entry: OutboxEntry) => composer.current?.takeBack(entry), []);

  const mayWrite = ticket.status === 'open';
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
  useShortcut('r', () => dialogs.resolve(ticket), {
    label: t('action.resolve'),
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
  const beginSearch = () => thread.change({ term: '', onlyMedia: false });
  useShortcut('mod+shift+f', beginSearch, {
    label: t('search.open'),
    group,
    when: isFree,
  });

  return (
    <section className={styles.column} aria-label={t('chat.label', { name: ticket.contact.name })}>
      <Header
        ticket={ticket}
        viewers={viewers}
        actions={actions}
        dialogs={dialogs}
        isPanelOpen={isPanelOpen}
        onTogglePanel={onTogglePanel}
        isSearching={thread.search !== undefined}
        onSearch={() => (thread.search ? thread.change(undefined) : beginSearch())}
      />
      {thread.search && <SearchBar thread={thread} onClose={() => thread.change(undefined)} />}
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
            arrived={arrived}
            onLeave={onLeave}
            writers={writers}
          />
        )}
      </SoughtContext>
      <Answering
        ref={composer}
        ticket={ticket}
        actions={actions}
        quoted={quoted}
        onQuote={setQuoted}
        onTyping={onTyping}
        onEditLast={onEditLast}
      />
      <ToldKeys mayWrite={mayWrite} mayNote={can('tickets-manager:sendinternalchats')} />
      <Heard live="polite">{heard}</Heard>
    </section>
  );
}
