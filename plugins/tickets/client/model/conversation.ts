import type { MessageView } from '../../contract.ts';

export interface MessagePage {
  /** Oldest first. */
  messages: MessageView[];
  hasMore: boolean;
}
export interface MessagePages {
  /** Newest page first. */
  pages: MessagePage[];
  pageParams: unknown[];
}

export const messagesPerPage = 40;

/** The whole loaded conversation, oldest first, each message once. */
export function messagesOf(data: MessagePages | undefined): MessageView[] {
  const seen = new Set<number>();
  const backwards: MessageView[] = [];
  for (const page of data?.pages ?? []) {
    for (const message of page.messages.toReversed()) {
      if (seen.has(message.id)) continue;
      seen.add(message.id);
      backwards.push(message);
    }
  }
  return backwards.reverse();
}

/** By what is loaded: messages that arrived meanwhile shift the server's pages, and none may be skipped. */
export function nextMessagePage(pages: readonly MessagePage[]): number | undefined {
  if (!pages.at(-1)?.hasMore) return undefined;
  const loaded = messagesOf({ pages: [...pages], pageParams: [] }).length;
  return Math.floor(loaded / messagesPerPage) + 1;
}

const later = (one: MessageView, other: MessageView): boolean =>
  one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;

/** Receipts only rise; live news and answers may cross on the way. */
function newer(known: MessageView, news: MessageView): MessageView {
  const isRetried = known.failure !== null && news.failure === null;
  return isRetried ? news : { ...news, ack: Math.max(known.ack, news.ack) };
}

/** A message arrived or changed: it replaces what is known of it, or takes its place by time. */
export function applyMessage(data: MessagePages, message: MessageView): MessagePages {
  const has = (page: MessagePage): boolean => page.messages.some((each) => each.id === message.id);
  if (data.pages.some(has)) {
    const replace = (each: MessageView): MessageView => (each.id === message.id ? newer(each, message) : each);
    const pages = data.pages.map((page) => (has(page) ? { ...page, messages: page.messages.map(replace) } : page));
    return { ...data, pages };
  }
  const [newest, ...older] = data.pages;
  if (!newest) return { pages: [{ messages: [message], hasMore: false }], pageParams: [1] };
  const messages = [...newest.messages];
  let at = messages.length;
  while (at > 0 && later(messages[at - 1] as MessageView, message)) at -= 1;
  // Older than all that is loaded: it comes with its own page.
  if (at === 0 && messages.length > 0 && (newest.hasMore || older.length > 0)) return data;
  messages.splice(at, 0, message);
  return { ...data, pages: [{ ...newest, messages }, ...older] };
}
