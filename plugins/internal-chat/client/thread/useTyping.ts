import { useQueryClient, type Query } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useRoom, useSession, useT } from '@balcao/sdk/client';
import { chatRoom, type ChatView } from '../../contract.ts';
import { chatsKey, patchChat } from '../data/chats.ts';
import { shortName } from '../data/words.ts';

const everyMs = 3_000;
const shownMs = 6_000;

interface Typing {
  userId: number;
  name: string;
  state: 'typing' | 'recording' | 'paused';
}

/** Follows who types in a chat and who has read it, and tells others that the reader types. */
export const useTyping = (chatId: number) => {
  const t = useT();
  const { user } = useSession();
  const queries = useQueryClient();
  const [people, setPeople] = useState<readonly Typing[]>([]);
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  const sentAt = useRef(0);
  // A chat that is not in the cache is fetched before this.
  const [openedAt] = useState(() => Date.now() - 2_000);
  const drop = (userId: number): void => setPeople((all) => all.filter((one) => one.userId !== userId));
  const { send } = useRoom(
    chatRoom,
    { chatId },
    {
      typing: (typing: Typing) => {
        if (typing.userId === user.id) return;
        clearTimeout(timers.current.get(typing.userId));
        drop(typing.userId);
        if (typing.state === 'paused') return;
        setPeople((all) => [...all, typing]);
        timers.current.set(
          typing.userId,
          setTimeout(() => drop(typing.userId), shownMs),
        );
      },
      message: ({ message }: { message: { senderId: number | null } }) => message.senderId && drop(message.senderId),
      seen: ({ userId, readSeq }: { userId: number; readSeq: number }) =>
        patchChat(queries, chatId, (chat) => ({
          ...chat,
          users: chat.users.map((member) =>
            member.userId === userId ? { ...member, readSeq: Math.max(member.readSeq, readSeq) } : member,
          ),
        })),
    },
    {
      // Readings are not announced again: a chat that was fetched before is fetched once more.
      onJoined: (again) => {
        const isOld = ({ state }: Query): boolean =>
          (state.data as ChatView | undefined)?.id === chatId && (again || state.dataUpdatedAt < openedAt);
        void queries.invalidateQueries({ queryKey: chatsKey, predicate: isOld });
      },
    },
  );
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running.values()) clearTimeout(timer);
      setPeople([]);
    };
  }, [chatId]);
  const tell = useCallback(
    (state: Typing['state']): void => {
      const now = Date.now();
      if (state !== 'paused' && now - sentAt.current < everyMs) return;
      if (state === 'paused' && sentAt.current === 0) return;
      sentAt.current = state === 'paused' ? 0 : now;
      send('typing', { state });
    },
    [send],
  );
  const [first] = people;
  const text =
    first === undefined
      ? ''
      : people.length > 1
        ? t('thread.typingMany', { count: people.length })
        : t(`thread.${first.state}`, { name: shortName(first.name) });
  return { text, tell };
};
