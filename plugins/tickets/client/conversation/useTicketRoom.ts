import type { Query } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { queryClient, type Missed, useRoom, useSession, useT, useToasts } from '@balcao/sdk/client';
import { ticketRoom } from '../../contract.ts';
import type { MessageView, TicketView } from '../../contract.ts';
import { ticketGone, ticketKeys, ticketNews } from '../data/ticketCache.ts';
import { UpdateBatcher } from '../data/update-batcher.ts';
import { customerTypes } from '../data/typing.ts';
import { messagesArrived } from '../data/useMessages.ts';

export interface Viewer {
  id: number;
  name: string;
  profilePicUrl?: string | null;
}

interface MessageNews {
  action: 'create' | 'update' | 'error';
  message: MessageView;
  /** What the channel did not do to a message that is there; absent: it was not sent. */
  error?: string;
  failure?: string;
}

interface RoomOptions {
  onMessage(message: MessageView): void;
  onDeleted(): void;
}

/** Also when it is being asked for the first time: that answer may have been read before the room was joined. */
const askAgain = (queryKey: readonly unknown[], missed: Missed = () => true): void => {
  const queries = new Set(queryClient.getQueryCache().findAll({ queryKey, predicate: missed }));
  const which = { queryKey, predicate: (query: Query) => queries.has(query) };
  void queryClient.cancelQueries(which).then(() => queryClient.invalidateQueries(which));
};

const viewingEvery = 30_000;
/** Again every so often while somebody goes on writing; the other side forgets after a while. */
const typingEvery = 4000;
const typingEnds = 5000;
/** A colleague's lost `paused` must not leave the line for ever. */
const colleagueTypes = 9000;

/** The live side of one conversation: its messages, who types, who looks. */
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
  const [rush] = useState(
    () =>
      new UpdateBatcher<{ message: MessageView; isNew: boolean }>((all) => {
        messagesArrived(all.map(({ message }) => message));
        // What waited while the person went on to another conversation is no news of that one.
        for (const { message, isNew } of all)
          if (isNew && message.ticketId === present.current.ticketId) present.current.onMessage(message);
      }),
  );
  const { send, joined } = useRoom(
    ticketRoom,
    { uuid },
    {
      message: ({ action, message, error, failure }: MessageNews) => {
        if (action === 'create' && !message.fromMe) customerTypes(ticketId, 'paused');
        // Each for itself: what became of a message a moment later is no reason not to tell that it came.
        rush.add((count.current += 1), { message, isNew: action === 'create' });
        if (action !== 'error') return;
        toasts.error(
          error ? `${t(`errors.${error}`)} ${t(`changeFailure.${failure ?? 'retry'}`)}` : t('message.notSent'),
        );
      },
      ticket: ({ ticket: changed }: { ticket: TicketView }) => ticketNews(changed, user),
      deleted: ({ ticketId: gone }: { ticketId: number }) => {
        ticketGone(gone);
        onDeleted();
      },
      presence: ({ state }: { state: string }) => customerTypes(ticketId, state),
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
      // What was known before is from a time when nothing was told: while another conversation was open, or offline.
      onJoined: (_again, missed) => {
        askAgain(ticketKeys.messages(ticketId), missed);
        askAgain(ticketKeys.detail(uuid), missed);
      },
      // It went elsewhere before it could be listened to: why, the ticket itself says.
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
  return { viewers, writers, onTyping: useTypingNews(send, joined) };
}

type Send = (event: string, data: unknown) => void;

/** Says that this conversation is on the screen, for as long as it really is. */
function useViewing(send: Send, joined: boolean): void {
  useEffect(() => {
    if (!joined) return;
    const tell = () => {
      if (document.visibilityState === 'visible') send('viewing', {});
    };
    const look = () => (document.visibilityState === 'visible' ? send('viewing', {}) : send('left', {}));
    tell();
    const timer = setInterval(tell, viewingEvery);
    // A window that is closed unmounts nothing.
    const leave = () => send('left', {});
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [joined, send]);
}

type Writing = 'composing' | 'recording' | 'paused';

/** Tells the other side that we write or speak, no oftener than needed, and that we stopped. */
function useTypingNews(send: Send, joined: boolean): (state: Writing) => void {
  const told = useRef({ at: 0, state: 'paused' as Writing });
  const end = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useCallback(() => {
    clearTimeout(end.current);
    if (told.current.state === 'paused') return;
    told.current = { at: 0, state: 'paused' };
    send('typing', { state: 'paused' });
  }, [send]);
  useEffect(() => stop, [stop]);
  return useCallback(
    (state) => {
      if (state === 'paused') return stop();
      clearTimeout(end.current);
      end.current = setTimeout(stop, typingEnds);
      // What is said before the room is joined is dropped, and said again with the next key or second.
      if (!joined) return;
      if (told.current.state === state && Date.now() - told.current.at < typingEvery) return;
      told.current = { at: Date.now(), state };
      send('typing', { state });
    },
    [joined, send, stop],
  );
}
