import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../contract.ts';
import { applyMessage, newestPages, messagesOf, newerCursor, nextPageNumber, olderCursor } from './message-pages.ts';
import type { MessagePages } from './message-pages.ts';
import { aMessage } from './examples.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 19, 12, minute)).toISOString();
const messageAt = (id: number, minute: number, given: Partial<MessageView> = {}): MessageView =>
  aMessage({ id, createdAt: at(minute), ...given });
const pages = (...each: MessageView[][]): MessagePages => ({
  pages: each.map((messages, index) => ({ messages, hasMore: index < each.length - 1 })),
  pageParams: each.map((_, index) => index + 1),
});
const ids = (data: MessagePages): number[] => messagesOf(data).map((message) => message.id);

describe('The pages of a conversation', () => {
  it('A late message is placed by its time', () => {
    expect(ids(applyMessage(pages([messageAt(1, 10), messageAt(3, 30)]), messageAt(4, 20)))).toEqual([1, 4, 3]);
  });

  it('A message is shown once, however often it is published', () => {
    const once = applyMessage(pages([messageAt(1, 10)]), messageAt(2, 20));
    expect(ids(applyMessage(once, messageAt(2, 20)))).toEqual([1, 2]);
    expect(ids(pages([messageAt(2, 20), messageAt(3, 30)], [messageAt(1, 10), messageAt(2, 20)]))).toEqual([1, 2, 3]);
  });

  it('A receipt never goes back, but a failed message may start again', () => {
    const read = applyMessage(
      pages([messageAt(1, 10, { fromMe: true, ack: 3 })]),
      messageAt(1, 10, { fromMe: true, ack: 2 }),
    );
    expect(messagesOf(read)[0]?.ack).toBe(3);
    const failed = pages([messageAt(1, 10, { fromMe: true, ack: 1, failure: 'retry' })]);
    expect(messagesOf(applyMessage(failed, messageAt(1, 10, { fromMe: true, ack: 0 })))[0]).toMatchObject({
      ack: 0,
      failure: null,
    });
  });

  it('A message older than everything loaded is left to its own page', () => {
    const data = pages([messageAt(5, 50)], [messageAt(4, 40)]);
    data.pages[1] = { messages: [messageAt(4, 40)], hasMore: true };
    expect(ids(applyMessage(data, messageAt(1, 1)))).toEqual([4, 5]);
  });

  it('The next page of search results is computed from the loaded ones, so that new messages make it skip nothing', () => {
    const first = Array.from({ length: 40 }, (_, index) => messageAt(index + 41, index));
    const grown = applyMessage({ pages: [{ messages: first, hasMore: true }], pageParams: [1] }, messageAt(99, 59));
    expect(nextPageNumber(grown.pages)).toBe(2);
    expect(nextPageNumber([{ messages: [messageAt(1, 1)], hasMore: false }])).toBeUndefined();
  });
});

describe('The pages of a long conversation', () => {
  const inThePast = (): MessagePages => ({
    pages: [{ messages: [messageAt(50, 20), messageAt(51, 22)], hasMore: true, hasNewer: true }],
    pageParams: [{ around: 50 }],
  });

  it('Pages are loaded at both ends of what is loaded', () => {
    const [page] = inThePast().pages;
    expect(page && [olderCursor(page), newerCursor(page)]).toEqual([{ before: 50 }, { after: 51 }]);
    expect(olderCursor({ messages: [messageAt(1, 1)], hasMore: false })).toBeUndefined();
    expect(newerCursor({ messages: [messageAt(1, 1)], hasMore: true })).toBeUndefined();
  });

  it('New messages are not added where the reader is far from the end, but changes of loaded ones are', () => {
    expect(ids(applyMessage(inThePast(), messageAt(99, 59)))).toEqual([50, 51]);
    expect(ids(applyMessage(inThePast(), messageAt(98, 21)))).toEqual([50, 98, 51]);
  });

  it('Messages arriving all day are split into pages, and the oldest are dropped while the reader is at the end', () => {
    let data: MessagePages = { pages: [{ messages: [], hasMore: false }], pageParams: [{}] };
    for (let id = 1; id <= 600; id += 1) {
      data = newestPages(applyMessage(data, messageAt(id, 0, { createdAt: new Date(id * 1000).toISOString() })));
    }
    const known = ids(data);
    expect(known.at(-1)).toBe(600);
    expect(known.length).toBeLessThanOrEqual(360);
    expect(known).toEqual(Array.from({ length: known.length }, (_, index) => 601 - known.length + index));
    expect(data.pages.at(-1)?.hasMore).toBe(true);
    expect(data.pageParams).toHaveLength(data.pages.length);
  });
});
