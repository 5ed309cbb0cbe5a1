import type { Query } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { queryClient, type Missed, useRoom, useSession, useT, useToasts } from '@balcao/sdk/client';
import { ticketRoom } from '../../contract.ts';
import type { MessageView, TicketView } from '../../contract.ts';
import { ticketGone, ticketKeys, ticketUpdated } from '../data/ticket-cache.ts';
import { UpdateBatcher } from '../data/update-batcher.ts';
import { setCustomerTyping } from '../data/typing.ts';
import { applyLiveMessages } from '../data/useMessages.ts';

export interface Viewer {
  id: number;
  name: string;
  profilePicUrl?: string | null;
}

interface MessageEvent {
  action: 'create' | 'update' | 'error';
  message: MessageView;
  /** The change that the channel refused for an existing message; absent: the message was not sent. */
  error?: string;
  failure?: string;
}

interface RoomOptions {
  onMessage(message: MessageView): void;
  onDeleted(): void;
}

/** Also during the first load: that response may have been read before the room was joined. */
const askAgain = (queryKey: readonly unknown[], missed: Missed = () => true): void => {
  const queries = new Set(queryClient.getQueryCache().findAll({ queryKey, predicate: missed }));
  const which = { queryKey, predicate: (query: Query) => queries.has(query) };
  void queryClient.cancelQueries(which).then(() => queryClient.invalidateQueries(which));
};

const viewingEvery = 30_000;
/** Interval of repeated typing events: the other side forgets them after a while. */
const typingEvery = 4000;
const typingEnds = 5000;
/** Milliseconds after which a colleague counts as no longer typing, in case a `paused` was lost. */
const colleagueTypes = 9000;

/** Live updates of one conversation: messages, typing and viewers. */
export function useTicketRoom(ticket: TicketView, { onMessage, onDeleted }: RoomOptions) {
  const { user } = useSession();
  const t = useT();
  const toasts = useToasts();
  const [viewers, setViewers] = useState<Viewer[]>([]);
  const [writers, setWriters] = useState<readonly Viewer[]>([]);
  const { id: ticketId, uuid } = ticket;
  const present = useRef({ ticketId, onMessage });
  present.current = { ticketId, onMessage };
  const count = useRef(0);
  const [batcher] = useState(
    () =>
      new UpdateBatcher<{ message: MessageView; isNew: boolean }>((all) => {
        applyLiveMessages(all.map(({ message }) => message));
        // Updates that waited while another conversation was opened are not announced there.
        for (const { message, isNew } of all)
          if (isNew && message.ticketId === present.current.ticketId) present.current.onMessage(message);
      }),
  );
  const { send, joined } = useRoom(
    ticketRoom,
    { uuid },
    {
      message: ({ action, message, error, failure }: MessageEvent) => {
        if (action === 'create' && !message.fromMe) setCustomerTyping(ticketId, 'paused');
        // Each separately: a later update of the message must not suppress the announcement of its arrival.
        batcher.add((count.current += 1), { message, isNew: action === 'create' });
        if (action !== 'error') return;
        toasts.error(
          error ? `${t(`errors.${error}`)} ${t(`changeFailure.${failure ?? 'retry'}`)}` : t('message.notSent'),
        );
      },
      ticket: ({ ticket: changed }: { ticket: TicketView }) => ticketUpdated(changed, user),
      deleted: ({ ticketId: gone }: { ticketId: number }) => {
        ticketGone(gone);
        onDeleted();
      },
      presence: ({ state }: { state: string }) => setCustomerTyping(ticketId, state),
      typing: ({ user: colleague, state }: { user: { id: number; name: string }; state: string }) => {
        if (colleague.id === user.id) return;
        setWriters((known) => {
          const others = known.filter((each) => each.id !== colleague.id);
          return state === 'paused' ? others : [...others, { id: colleague.id, name: colleague.name }];
        });
      },
      viewers: ({ users }: { users: Viewer[] }) => setViewers(users.filter((each) => each.id !== user.id)),
    },
    {
      // State from before the room was joined may be outdated: another conversation was open, or the browser was
      // offline.
      onJoined: (_again, missed) => {
        askAgain(ticketKeys.messages(ticketId), missed);
        askAgain(ticketKeys.detail(uuid), missed);
      },
      // It was moved before the room could be joined: the ticket itself tells why.
      onRefused: () => askAgain(ticketKeys.detail(uuid)),
    },
  );
  useEffect(() => {
    setViewers([]);
    setWriters([]);
  }, [uuid]);
  useEffect(() => {
    if (writers.length === 0) return;
    const timer = setTimeout(() => setWriters([]), colleagueTypes);
    return () => clearTimeout(timer);
  }, [writers]);
  useViewing(send, joined);
  return { viewers, writers, onTyping: useTypingEvents(send, joined) };
}

type Send = (event: string, data: unknown) => void;

/** Reports that this conversation is on the screen, while the window is visible. */
function useViewing(send: Send, joined: boolean): void {
  useEffect(() => {
    if (!joined) return;
    const report = () => {
      if (document.visibilityState === 'visible') send('viewing', {});
    };
    const onVisibility = () => (document.visibilityState === 'visible' ? send('viewing', {}) : send('left', {}));
    report();
    const timer = setInterval(report, viewingEvery);
    // A closed window does not unmount.
    const leave = () => send('left', {});
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [joined, send]);
}

type Writing = 'composing' | 'recording' | 'paused';

/** Reports that this person is typing or recording, no more often than needed, and that they stopped. */
function useTypingEvents(send: Send, joined: boolean): (state: Writing) => void {
  const reported = useRef({ at: 0, state: 'paused' as Writing });
  const end = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useCallback(() => {
    clearTimeout(end.current);
    if (reported.current.state === 'paused') return;
    reported.current = { at: 0, state: 'paused' };
    send('typing', { state: 'paused' });
  }, [send]);
  useEffect(() => stop, [stop]);
  return useCallback(
    (state) => {
      if (state === 'paused') return stop();
      clearTimeout(end.current);
      end.current = setTimeout(stop, typingEnds);
      // Events before the room is joined are dropped; the next key or second sends another.
      if (!joined) return;
      if (reported.current.state === state && Date.now() - reported.current.at < typingEvery) return;
      reported.current = { at: Date.now(), state };
      send('typing', { state });
    },
    [joined, send, stop],
  );
}
