import { useInfiniteQuery, useQuery, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { ChatView } from '../../contract.ts';

export interface ChatPage {
  records: ChatView[];
  hasMore: boolean;
  count: number;
}
export type Kind = 'all' | 'unread' | 'channels';

const root = 'internal-chat';
export const listKey = [root, 'list'] as const;
export const chatsKey = [root, 'chat'] as const;
export const chatKey = (id: number | string) => [...chatsKey, String(id)] as const;
export const unreadKey = [root, 'unread'] as const;
export const sharedKey = (chatId: number) => [root, 'shared', chatId] as const;
export const peopleKey = [root, 'people'] as const;
/** Position up to which this window marked a chat as read. */
export const markedKey = (chatId: number) => [root, 'marked', chatId] as const;

export const useChats = (kind: Kind, term: string) =>
  useInfiniteQuery({
    queryKey: [...listKey, kind, term],
    queryFn: async ({ client, pageParam, signal }) => {
      const query = { pageNumber: pageParam, kind, ...(term && { searchParam: term }) };
      const page = await api.get<ChatPage>('/chats', query, { signal });
      return { ...page, records: page.records.map((chat) => shownAsRead(client, notOlder(client, chat))) };
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    staleTime: 60_000,
  });

/** One chat with all its people, by id or uuid. */
export const useChat = (id: number | string | null) =>
  useQuery({
    queryKey: chatKey(id ?? ''),
    queryFn: async ({ client, signal }) => notOlder(client, await api.get<ChatView>(`/chats/${id}`, {}, { signal })),
    enabled: id !== null,
    staleTime: 30_000,
  });

export interface Colleague {
  id: number;
  name: string;
  profilePicUrl: string | null;
  online: boolean;
  lastOnline: string | null;
}
export const useColleagues = () =>
  useQuery({
    queryKey: peopleKey,
    queryFn: ({ signal }) => api.get<Colleague[]>('/chats-people', {}, { signal }),
  });

type Lists = InfiniteData<ChatPage>;

/** Changes a person wherever chats and lists show them. */
export const patchPerson = (
  queries: QueryClient,
  userId: number,
  patch: (person: ChatView['users'][number]['user']) => ChatView['users'][number]['user'],
): void => {
  const inChat = (chat: ChatView): ChatView =>
    chat.users.some((member) => member.userId === userId)
      ? { ...chat, users: chat.users.map((each) => (each.userId === userId ? { ...each, user: patch(each.user) } : each)) }
      : chat;
  queries.setQueriesData<Lists>(
    { queryKey: listKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, records: page.records.map(inChat) })) },
  );
  queries.setQueriesData<ChatView>({ queryKey: chatsKey }, (chat) => chat && inChat(chat));
  queries.setQueryData<Colleague[]>(peopleKey, (people) =>
    people?.map((person) => (person.id === userId ? patch(person) : person)),
  );
};

/** Changes the row of a chat wherever it is listed or open. Returns whether some list shows it. */
export const patchChat = (queries: QueryClient, chatId: number, patch: (chat: ChatView) => ChatView): boolean => {
  let isListed = false;
  queries.setQueriesData<Lists>({ queryKey: listKey }, (data) => {
    if (!data) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      records: page.records.map((chat) => {
        if (chat.id !== chatId) return chat;
        isListed = true;
        return patch(chat);
      }),
    }));
    return { ...data, pages };
  });
  queries.setQueriesData<ChatView>({ queryKey: chatsKey }, (chat) =>
    chat?.id === chatId ? patch(chat) : chat,
  );
  return isListed;
};

/** A chat that is read up to a position. What came after it still counts, and a late answer takes nothing back. */
export const readUpTo = (chat: ChatView, readSeq: number): ChatView => {
  const after = Math.max(0, chat.seq - Math.max(readSeq, chat.readSeq));
  return {
    ...chat,
    readSeq: Math.max(chat.readSeq, readSeq),
    // The reader is the only member whose unread count a chat carries.
    users: chat.users.map((member) =>
      member.unreads === null ? member : { ...member, readSeq: Math.max(member.readSeq, readSeq) },
    ),
    unreads: Math.min(chat.unreads, after),
    mentionedIn: Math.min(chat.mentionedIn, after),
  };
};

/**
 * Applies the position up to which this window marked the chat as read. A list that was already on its way was counted
 * before, and would bring the number back.
 */
export const shownAsRead = (queries: QueryClient, chat: ChatView): ChatView => {
  const marked = queries.getQueryData<number>(markedKey(chat.id));
  return marked === undefined ? chat : { ...readUpTo(chat, marked), readSeq: chat.readSeq };
};

/**
 * Returns the chat with the newer positions that live messages brought while the response was on its way: it was
 * counted before them, and would take them back.
 */
export const notOlder = (queries: QueryClient, chat: ChatView): ChatView => {
  const lists = queries.getQueriesData<Lists>({ queryKey: listKey });
  const shown = [
    ...lists.flatMap(([, data]) => data?.pages.flatMap(({ records }) => records) ?? []),
    ...queries.getQueriesData<ChatView>({ queryKey: chatsKey }).map(([, each]) => each),
  ].filter((each) => each?.id === chat.id);
  return shown.reduce<ChatView>((newest, each) => {
    if (!each) return newest;
    const read = each.readSeq > newest.readSeq ? readUpTo(newest, each.readSeq) : newest;
    if (each.seq <= read.seq) return read;
    const { seq, updatedAt, lastMessage, last, unreads, mentionedIn } = each;
    return { ...read, seq, updatedAt, lastMessage, last, unreads, mentionedIn };
  }, chat);
};

/** Rows of all pages, newest first: live messages move them without a request. */
export const rowsOf = (data: Lists | undefined): ChatView[] => {
  const rows = new Map<number, ChatView>();
  for (const page of data?.pages ?? []) for (const chat of page.records) rows.set(chat.id, chat);
  return [...rows.values()].toSorted(
    (one, other) => other.updatedAt.localeCompare(one.updatedAt) || other.id - one.id,
  );
};
