import type { MessageView } from '../../contract.ts';

export interface MessagePage {
  /** Oldest first. */
  messages: MessageView[];
  /** True if the conversation has messages older than this page. */
  hasMore: boolean;
  /** True if it has newer ones. Absent, which means false, on the newest page and in search results. */
  hasNewer?: boolean;
  /** The first message that nobody of the company has seen, also when it is older than this page. */
  firstUnreadId?: number | null;
}
/** Requests the page that ends before, begins after or surrounds the message with this id; `{}` is the newest page. */
export interface MessageCursor {
  before?: number;
  after?: number;
  around?: number;
}
/** The loaded part of a conversation: consecutive pages, from anywhere in it. */
export interface MessagePages {
  /** Newest page first, although the messages of each page begin with the oldest. */
  pages: MessagePage[];
  pageParams: unknown[];
}

export const messagesPerPage = 40;
/** Maximum number of loaded pages; those farthest from the reader are dropped, and loaded again when needed. */
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
 * Returns the number of the next page of search results, which are requested by page number, from 1; undefined after
 * the last one. Results that arrived meanwhile shift older ones to later pages, so the number is computed from the
 * different messages that were loaded: a page may be requested twice, and no result is skipped.
 */
export function nextPageNumber(pages: readonly MessagePage[]): number | undefined {
  if (!pages.at(-1)?.hasMore) return undefined;
  return Math.floor(messagesOf({ pages }).length / messagesPerPage) + 1;
}

/** Returns the cursor of the next older page; undefined if the conversation begins on this one. */
export function olderCursor(page: MessagePage): MessageCursor | undefined {
  const oldest = page.messages[0];
  return page.hasMore && oldest ? { before: oldest.id } : undefined;
}

/** Returns the cursor of the next newer page; undefined on the newest one. */
export function newerCursor(page: MessagePage): MessageCursor | undefined {
  const newest = page.messages.at(-1);
  return page.hasNewer && newest ? { after: newest.id } : undefined;
}

const isNewer = (one: MessageView, other: MessageView): boolean =>
  one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;

/**
 * Replaces a message by its incoming state, except that the delivery state never goes back: live updates and responses
 * may overtake each other. A failed message that is retried begins again, so that it takes the incoming delivery state.
 */
function mergeMessage(current: MessageView, incoming: MessageView): MessageView {
  const isRetried = current.failure !== null && incoming.failure === null;
  return isRetried ? incoming : { ...incoming, ack: Math.max(current.ack, incoming.ack) };
}

/**
 * Applies a new or changed message: it replaces the loaded one, or is inserted by time. A new message outside the loaded
 * part changes nothing, because it will be part of a page that is not loaded yet.
 */
export function applyMessage(data: MessagePages, message: MessageView): MessagePages {
  const has = (page: MessagePage): boolean => page.messages.some((each) => each.id === message.id);
  if (data.pages.some(has)) {
    const replace = (each: MessageView): MessageView => (each.id === message.id ? mergeMessage(each, message) : each);
    const pages = data.pages.map((page) => (has(page) ? { ...page, messages: page.messages.map(replace) } : page));
    return { ...data, pages };
  }
  const [newest] = data.pages;
  if (!newest) return { pages: [{ messages: [message], hasMore: false }], pageParams: [{}] };
  const last = newest.messages.at(-1);
  // Newer pages than the loaded ones exist and are not loaded: the message belongs to them.
  if (newest.hasNewer && last && isNewer(message, last)) return data;
  // The first page that begins before the message; or the oldest page, if the conversation begins there.
  const at = data.pages.findIndex(
    (page, index) =>
      (page.messages[0] && isNewer(message, page.messages[0])) || (index === data.pages.length - 1 && !page.hasMore),
  );
  const page = data.pages[at];
  if (!page) return newest.messages.length === 0 ? withPage(data, 0, withInserted(newest, message)) : data;
  return splitNewestPage(withPage(data, at, withInserted(page, message)));
}

function withInserted(page: MessagePage, message: MessageView): MessagePage {
  const messages = [...page.messages];
  let at = messages.length;
  while (at > 0 && isNewer(messages[at - 1] as MessageView, message)) at -= 1;
  messages.splice(at, 0, message);
  return { ...page, messages };
}

const withPage = (data: MessagePages, at: number, page: MessagePage): MessagePages => ({
  ...data,
  pages: data.pages.map((each, index) => (index === at ? page : each)),
});

/** Splits the newest page when it has grown, so that a part can be dropped like any other page. */
function splitNewestPage(data: MessagePages): MessagePages {
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

/**
 * Drops all but the `count` newest pages. Pages that do not reach to the end of the conversation are returned unchanged:
 * their reader is in the middle of it.
 */
export function newestPages(data: MessagePages, count = maxPages): MessagePages {
  if (data.pages.length <= count || data.pages[0]?.hasNewer) return data;
  return { pages: data.pages.slice(0, count), pageParams: data.pageParams.slice(0, count) };
}
