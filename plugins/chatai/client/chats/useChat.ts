import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useRoom } from '@balcao/sdk/client';
import { chatRoom, chatStreamRoom, endMessage, type ChatMessageView, type ChatView } from '../../contract.ts';
import { chatQuery, messagesKey, messagesQuery } from './chat-data.ts';
import { withMessage } from './with-message.ts';

interface Piece {
  newMessage: string;
  messageId: number;
  at: number;
}

/** Milliseconds after which a gap in an answer is asked for: the node stores what it wrote every second. */
const gapMs = 400;

/** A chat with its messages, followed live. The text of the answer in work grows with its pieces. */
export const useChat = (uuid: string) => {
  const queries = useQueryClient();
  const chat = useQuery(chatQuery(uuid));
  const pages = useInfiniteQuery(messagesQuery(uuid));
  const [live, setLive] = useState<{ id: number; text: string }>();
  /** The same as `live`, at once: several pieces may arrive before the next drawing. */
  const latest = useRef<{ id: number; text: string }>(undefined);
  /** Pieces that came before those in front of them. */
  const early = useRef<Piece[]>([]);
  const gap = useRef<number>(undefined);
  const messages = pages.data?.pages.toReversed().flatMap(({ records }) => records) ?? [];
  const writing = messages.find(({ state }) => state === 'writing');
  const stored = writing?.message ?? '';
  const room = chat.data ? { chatId: chat.data.id } : null;
  const key = messagesKey(uuid);

  const join = (id: number, base: string): void => {
    let text = base;
    for (const piece of early.current.toSorted((a, b) => a.at - b.at)) {
      if (piece.messageId !== id || piece.at > text.length) continue;
      const known = text.length - piece.at;
      if (known < piece.newMessage.length) text += piece.newMessage.slice(known);
    }
    early.current = early.current.filter(({ messageId, at }) => messageId === id && at > text.length);
    latest.current = { id, text };
    setLive(latest.current);
    if (early.current.length === 0) {
      window.clearTimeout(gap.current);
      gap.current = undefined;
    }
    // Further pieces do not put it off: they may come one after the other until the answer ends.
    else
      gap.current ??= window.setTimeout(() => {
        gap.current = undefined;
        void queries.invalidateQueries({ queryKey: key });
      }, gapMs);
  };
  // The stored text is the beginning: a page that opens in the middle continues it with the pieces it hears.
  useEffect(() => {
    const { current } = latest;
    if (writing && stored.length > (current?.id === writing.id ? current.text.length : -1)) join(writing.id, stored);
  });
  useEffect(
    () => () => {
      window.clearTimeout(gap.current);
      gap.current = undefined;
    },
    [],
  );

  useRoom(
    chatStreamRoom,
    room,
    {
      'new-message-stream'(piece: Piece) {
        if (piece.newMessage === endMessage) return;
        early.current.push(piece);
        const { current } = latest;
        const base = current?.id === piece.messageId ? current.text : writing?.id === piece.messageId ? stored : '';
        join(piece.messageId, base);
      },
    },
    { queryKeys: [key] },
  );
  useRoom(
    chatRoom,
    room,
    {
      'new-message'({
        newMessage,
        chat: changed,
      }: {
        newMessage: ChatMessageView & { isLong?: true };
        chat: ChatView;
      }) {
        queries.setQueryData(chatQuery(uuid).queryKey, changed);
        const { queryKey } = messagesQuery(uuid);
        // The cache and not what was drawn last: several messages may arrive before the next drawing.
        const before = queries.getQueryData(queryKey);
        const after = before && withMessage(before, newMessage);
        if (after) queries.setQueryData(queryKey, after);
        else void queries.invalidateQueries({ queryKey: key });
      },
      update({ chat: changed }: { chat: ChatView }) {
        queries.setQueryData(chatQuery(uuid).queryKey, changed);
      },
    },
    { queryKeys: [key, chatQuery(uuid).queryKey] },
  );
  return {
    chat,
    pages,
    messages: messages.map((message) =>
      message.state === 'writing' && live?.id === message.id && live.text.length > message.message.length
        ? { ...message, message: live.text }
        : message,
    ),
  };
};
