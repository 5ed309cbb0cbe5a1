import type { MessageView } from '../../contract.ts';

export interface MessagePage {
  /** Oldest first. */
  messages: MessageView[];
  /** There are older ones. */
  hasMore: boolean;
  /** There are newer ones; absent on the newest page. */
  hasNewer?: boolean;
  /** The first message that nobody of the company has seen, also when it is older than this page. */
  firstUnreadId?: number | null;
}
/** A position in a conversation; `{}` is its end. */
export interface MessageCursor {
  before?: number;
  after?: number;
  around?: number;
}
/** The loaded part of a conversation: adjacent pages, anywhere in it. */
export interface MessagePages {
  /** Newest page first. */
  pages: MessagePage[];
  pageParams: unknown[];
}

export const messagesPerPage = 40;
/** Maximum number of loaded pages; farther ones are dropped, and loaded again when needed. */
export const maxPages = 8;

/** Returns all loaded messages, oldest first, each once. */
export function messagesOf(data: { pages: readonly MessagePage[] } | undefined): MessageView[] {
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

/**
 * Returns the next page number by the number of loaded messages: messages that arrived meanwhile shift the pages, and
 * none may be skipped.
 */
export function nextMessagePage(pages: readonly MessagePage[]): number | undefined {
  if (!pages.at(-1)?.hasMore) return undefined;
  return Math.floor(messagesOf({ pages }).length / messagesPerPage) + 1;
}

/** Returns where the page above begins; undefined at the very first message. */
export function cursorAbove(page: MessagePage): MessageCursor | undefined {
  const oldest = page.messages[0];
  return page.hasMore && oldest ? { before: oldest.id } : undefined;
}

/** Returns where the page below begins; undefined at the newest message. */
export function cursorBelow(page: MessagePage): MessageCursor | undefined {
  const newest = page.messages.at(-1);
  return page.hasNewer && newest ? { after: newest.id } : undefined;
}

const isLater = (one: MessageView, other: MessageView): boolean =>
  one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;

/** Returns the newer state: receipts only rise, and live updates and responses may cross. */
function newer(known: MessageView, news: MessageView): MessageView {
  const isRetried = known.failure !== null && news.failure === null;
  return isRetried ? news : { ...news, ack: Math.max(known.ack, news.ack) };
}

/** Applies a new or changed message: it replaces the known one, or is inserted by time. */
export function applyMessage(data: MessagePages, message: MessageView): MessagePages {
  const has = (page: MessagePage): boolean => page.messages.some((each) => each.id === message.id);
  if (data.pages.some(has)) {
    const replace = (each: MessageView): MessageView => (each.id === message.id ? newer(each, message) : each);
    const pages = data.pages.map((page) => (has(page) ? { ...page, messages: page.messages.map(replace) } : page));
    return { ...data, pages };
  }
  const [newest] = data.pages;
  if (!newest) return { pages: [{ messages: [message], hasMore: false }], pageParams: [{}] };
  const last = newest.messages.at(-1);
  // The reader is far from the end: it will be loaded with its own page, like one that is older than everything loaded.
  if (newest.hasNewer && last && isLater(message, last)) return data;
  const at = data.pages.findIndex(
    (page, index) =>
      (page.messages[0] && isLater(message, page.messages[0])) || (index === data.pages.length - 1 && !page.hasMore),
  );
  const page = data.pages[at];
  if (!page) return newest.messages.length === 0 ? withPage(data, 0, inserted(newest, message)) : data;
  return split(withPage(data, at, inserted(page, message)));
}

function inserted(page: MessagePage, message: MessageView): MessagePage {
  const messages = [...page.messages];
  let at = messages.length;
  while (at > 0 && isLater(messages[at - 1] as MessageView, message)) at -= 1;
  messages.splice(at, 0, message);
  return { ...page, messages };
}

const withPage = (data: MessagePages, at: number, page: MessagePage): MessagePages => ({
  ...data,
  pages: data.pages.map((each, index) => (index === at ? page : each)),
});

/** Splits the newest page when it has grown, so that a part can be dropped like any other page. */
function split(data: MessagePages): MessagePages {
  const [newest, ...others] = data.pages;
  if (!newest || newest.hasNewer || newest.messages.length < 2 * messagesPerPage) return data;
  const older = newest.messages.slice(0, -messagesPerPage);
  const lastMessages = newest.messages.slice(-messagesPerPage);
  return {
    pages: [
      { ...newest, messages: lastMessages, hasMore: true },
      { messages: older, hasMore: newest.hasMore, hasNewer: true },
      ...others,
    ],
    pageParams: [{}, { before: lastMessages[0]?.id }, ...data.pageParams.slice(1)],
  };
}

/** Returns what a reader at the end keeps while messages arrive. */
export function newestPages(data: MessagePages, pages = maxPages): MessagePages {
  if (data.pages.length <= pages || data.pages[0]?.hasNewer) return data;
  return { pages: data.pages.slice(0, pages), pageParams: data.pageParams.slice(0, pages) };
}
