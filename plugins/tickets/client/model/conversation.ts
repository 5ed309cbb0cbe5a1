import type { MessageView } from '../../contract.ts';

export interface MessagePage {
  /** Oldest first. */
  messages: MessageView[];
  /** Older ones follow it. */
  hasMore: boolean;
  /** Newer ones than these exist; absent on the newest page. */
  hasNewer?: boolean;
  /** The first message that nobody of the company has seen, also when it is older than this page. */
  firstUnreadId?: number | null;
}
/** A place in a conversation; `{}` is its newest end. */
export interface PagePlace {
  before?: number;
  after?: number;
  around?: number;
}
/** What is loaded of a conversation: pages that touch each other, anywhere in it. */
export interface MessagePages {
  /** Newest page first. */
  pages: MessagePage[];
  pageParams: unknown[];
}

export const messagesPerPage = 40;
/** What lies farther away than this many pages is let go, and fetched again by whoever returns. */
export const pagesKept = 8;

/** The whole loaded conversation, oldest first, each message once. */
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

/** By what is loaded, when pages are counted: messages that arrived meanwhile shift them, and none may be skipped. */
export function nextMessagePage(pages: readonly MessagePage[]): number | undefined {
  if (!pages.at(-1)?.hasMore) return undefined;
  return Math.floor(messagesOf({ pages }).length / messagesPerPage) + 1;
}

/** Where the page above begins; undefined at the first message of all. */
export function placeAbove(page: MessagePage): PagePlace | undefined {
  const oldest = page.messages[0];
  return page.hasMore && oldest ? { before: oldest.id } : undefined;
}

/** Where the page below begins; undefined at the newest message. */
export function placeBelow(page: MessagePage): PagePlace | undefined {
  const newest = page.messages.at(-1);
  return page.hasNewer && newest ? { after: newest.id } : undefined;
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
  const [newest] = data.pages;
  if (!newest) return { pages: [{ messages: [message], hasMore: false }], pageParams: [{}] };
  const last = newest.messages.at(-1);
  // The reader is far from the end: it comes with its own page, and so does what is older than all that is loaded.
  if (newest.hasNewer && last && later(message, last)) return data;
  const at = data.pages.findIndex(
    (page, index) =>
      (page.messages[0] && later(message, page.messages[0])) || (index === data.pages.length - 1 && !page.hasMore),
  );
  const page = data.pages[at];
  if (!page) return newest.messages.length === 0 ? withPage(data, 0, inserted(newest, message)) : data;
  return split(withPage(data, at, inserted(page, message)));
}

function inserted(page: MessagePage, message: MessageView): MessagePage {
  const messages = [...page.messages];
  let at = messages.length;
  while (at > 0 && later(messages[at - 1] as MessageView, message)) at -= 1;
  messages.splice(at, 0, message);
  return { ...page, messages };
}

const withPage = (data: MessagePages, at: number, page: MessagePage): MessagePages => ({
  ...data,
  pages: data.pages.map((each, index) => (index === at ? page : each)),
});

/** The newest page grows by what arrives; cut into two it can be let go like any other. */
function split(data: MessagePages): MessagePages {
  const [newest, ...others] = data.pages;
  if (!newest || newest.hasNewer || newest.messages.length < 2 * messagesPerPage) return data;
  const older = newest.messages.slice(0, -messagesPerPage);
  const kept = newest.messages.slice(-messagesPerPage);
  return {
    pages: [
      { ...newest, messages: kept, hasMore: true },
      { messages: older, hasMore: newest.hasMore, hasNewer: true },
      ...others,
    ],
    pageParams: [{}, { before: kept[0]?.id }, ...data.pageParams.slice(1)],
  };
}

/** What a reader of the newest keeps while more and more arrives. */
export function keepNewest(data: MessagePages, pages = pagesKept): MessagePages {
  if (data.pages.length <= pages || data.pages[0]?.hasNewer) return data;
  return { pages: data.pages.slice(0, pages), pageParams: data.pageParams.slice(0, pages) };
}
