import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { room } from '@balcao/sdk/contract';
import { api, lazyPart, useRoom, useSession } from '@balcao/sdk/client';
import { personRoom, type ChatMessageView } from '../../contract.ts';
import { unreadKey } from '../data/chats.ts';
import { LiveCache } from '../data/live.ts';
import { setWidget, useWidget } from './widget-state.ts';

/** Everybody of the company: who comes online and goes offline. */
const companyRoom = room('kernel.company');

const Widget = lazyPart(() => import('../widget/Widget.tsx'));

/** Follows the person's chats on every page, and shows the widget over it. */
export default function LiveChats() {
  const queries = useQueryClient();
  const { user } = useSession();
  const { isOpen } = useWidget();
  const { pathname } = useLocation();
  const cache = useMemo(() => new LiveCache(queries, user.id), [queries, user.id]);
  useEffect(() => () => cache.stop(), [cache]);
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: ({ signal }) => api.get<{ chats: number; mentions: number }>('/chats-unread', {}, { signal }),
  });
  useEffect(() => setWidget({ unread: data?.chats ?? 0 }), [data?.chats]);
  useRoom(
    personRoom,
    { userId: user.id },
    {
      message: ({ message }: { message: ChatMessageView }) => cache.message(message),
      changed: ({ message }: { message: ChatMessageView }) => cache.changed(message),
      reacted: ({ message }: { message: ChatMessageView }) => cache.reacted(message),
      chat: ({ chatId }: { chatId: number }) => cache.chat(chatId),
      gone: ({ chatId }: { chatId: number }) => cache.gone(chatId),
      read: (data: { chatId: number; readSeq: number }) => cache.read(data),
      muted: (data: { chatId: number; isMuted: boolean }) => cache.muted(data),
    },
    { onJoined: (_again, missed) => cache.joined(missed) },
  );
  useRoom(
    companyRoom,
    {},
    {
      presence: (presence: { userId: number; online: boolean }) => cache.presence(presence),
    },
    { onJoined: (again, missed) => cache.people(again ? undefined : missed) },
  );
  // The page shows the same, larger.
  return isOpen && !pathname.startsWith('/chats') ? <Widget /> : null;
}
