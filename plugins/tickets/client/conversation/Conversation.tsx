import { makeStyles, tokens } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useShortcut, useSession, useT } from '@balcao/sdk/client';
import { Heard, ext } from '@balcao/sdk/ui';
import type { MessageView, TicketView } from '../../contract.ts';
import { Composer } from '../composer/Composer.tsx';
import type { ComposerHandle } from '../composer/Composer.tsx';
import { InsteadOfComposer } from '../composer/InsteadOfComposer.tsx';
import { useMessages } from '../data/useMessages.ts';
import { useTicketActions } from '../data/useTicketActions.ts';
import { useTicketDialogs, ticketDialogAtom } from '../dialogs/ticket-dialogs.ts';
import type { OutboxEntry } from '../model/outbox.ts';
import { plainText, shorten } from '../model/formatting.ts';
import { DropArea } from './DropArea.tsx';
import { FoundMessages } from './FoundMessages.tsx';
import { Header } from './Header.tsx';
import { SearchBar } from './SearchBar.tsx';
import type { ThreadSearch } from './SearchBar.tsx';
import { Thread } from './Thread.tsx';
import { useReading } from './useReading.ts';
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
  const { user } = useSession();
  const actions = useTicketActions();
  const dialogs = useTicketDialogs();
  const dialog = useAtomValue(ticketDialogAtom);
  const composer = useRef<ComposerHandle>(null);
  const [quoted, setQuoted] = useState<MessageView>();
  const [search, setSearch] = useState<ThreadSearch>();
  const [target, setTarget] = useState<number>();
  const [heard, setHeard] = useState('');
  const conversation = useMessages(ticket.id);

  const onMessage = useCallback(
    (message: MessageView) => {
      if (!message.fromMe) setHeard(`${ticket.contact.name}: ${shorten(plainText(message.body), 160)}`);
    },
    [ticket.contact.name],
  );
  const { viewers, writer, onTyping } = useTicketRoom(ticket, { onMessage, onDeleted });
  useReading(ticket, actions);
  const onTargetShown = useCallback(() => setTarget(undefined), []);
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
  useShortcut('mod+shift+f', () => setSearch({ term: '', onlyMedia: false }), {
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
        isSearching={search !== undefined}
        onSearch={() => setSearch(search ? undefined : { term: '', onlyMedia: false })}
      />
      {search && <SearchBar search={search} onChange={setSearch} onClose={() => setSearch(undefined)} />}
      {search && (search.term || search.onlyMedia) ? (
        <FoundMessages
          ticket={ticket}
          search={search}
          onShow={(message) => {
            setSearch(undefined);
            setTarget(message.id);
          }}
        />
      ) : (
        <Thread
          key={ticket.id}
          ticket={ticket}
          conversation={conversation}
          target={target}
          onTargetShown={onTargetShown}
          onGo={setTarget}
          onReply={onReply}
          onTakeBack={onTakeBack}
          writer={writer}
        />
      )}
      {mayWrite ? (
        <DropArea onFiles={(files) => composer.current?.attach(files)}>
          <Composer
            key={`${user.id} ${ticket.id}`}
            ref={composer}
            ticket={ticket}
            quoted={quoted}
            onQuote={setQuoted}
            onTyping={onTyping}
          />
        </DropArea>
      ) : (
        <InsteadOfComposer ticket={ticket} actions={actions} />
      )}
      <Heard live="polite">{heard}</Heard>
    </section>
  );
}
