import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../contract.ts';
import { applyMessage, newestPages, messagesOf, nextMessagePage, cursorAbove, cursorBelow } from './conversation.ts';
import type { MessagePages } from './conversation.ts';
import { aMessage } from './examples.ts';
import { firstUnread, threadRows } from './thread.ts';
import type { OutboxEntry } from './outbox.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 19, 12, minute)).toISOString();
const messageAt = (id: number, minute: number, given: Partial<MessageView> = {}): MessageView =>
  aMessage({ id, createdAt: at(minute), ...given });
const pages = (...each: MessageView[][]): MessagePages => ({
  pages: each.map((messages, index) => ({ messages, hasMore: index < each.length - 1 })),
  pageParams: each.map((_, index) => index + 1),
});
const ids = (data: MessagePages): number[] => messagesOf(data).map((message) => message.id);
const dayOf = (date: string): string => date.slice(0, 10);
const waiting = (given: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientId: 'c1',
  ticketId: 1,
  userId: 7,
  body: 'Oi',
  quoted: null,
  createdAt: at(30),
  state: 'sending',
  error: null,
  file: null,
  progress: 0,
  ...given,
});

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

  it('Older pages are requested relative to what is loaded, so that new messages make them skip nothing', () => {
    const first = Array.from({ length: 40 }, (_, index) => messageAt(index + 41, index));
    const grown = applyMessage({ pages: [{ messages: first, hasMore: true }], pageParams: [1] }, messageAt(99, 59));
    expect(nextMessagePage(grown.pages)).toBe(2);
    expect(nextMessagePage([{ messages: [messageAt(1, 1)], hasMore: false }])).toBeUndefined();
  });
});

describe('The pages of a long conversation', () => {
  const inThePast = (): MessagePages => ({
    pages: [{ messages: [messageAt(50, 20), messageAt(51, 22)], hasMore: true, hasNewer: true }],
    pageParams: [{ around: 50 }],
  });

  it('Pages are loaded at both ends of what is loaded', () => {
    const [page] = inThePast().pages;
    expect(page && [cursorAbove(page), cursorBelow(page)]).toEqual([{ before: 50 }, { after: 51 }]);
    expect(cursorAbove({ messages: [messageAt(1, 1)], hasMore: false })).toBeUndefined();
    expect(cursorBelow({ messages: [messageAt(1, 1)], hasMore: true })).toBeUndefined();
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

describe('The rows of a conversation', () => {
  it('Days are separated, and messages of one sender are grouped', () => {
    const rows = threadRows(
      [
        messageAt(1, 0),
        messageAt(2, 1),
        messageAt(3, 20),
        messageAt(4, 21, { fromMe: true }),
        messageAt(5, 21, { createdAt: '2026-11-20T09:00:00Z' }),
      ],
      [],
      { dayOf },
    );
    expect(
      rows.map((row) => (row.kind === 'message' ? `${row.message.id}${row.starts ? '!' : ''}` : row.kind)),
    ).toEqual(['day', '1!', '2', '3!', '4!', 'day', '5!']);
  });

  it('A group starts with each person of a chat group, and no day where older messages may belong to it', () => {
    const rows = threadRows(
      [
        messageAt(1, 0, { participant: 'Sônia' }),
        messageAt(2, 0, { participant: 'Carlos' }),
        messageAt(3, 1, { participant: 'Carlos' }),
      ],
      [],
      { dayOf, beginsInside: true },
    );
    expect(
      rows.map((row) => (row.kind === 'message' ? `${row.message.id}${row.starts ? '!' : ''}` : row.kind)),
    ).toEqual(['1!', '2!', '3']);
  });

  it('A sent message is shown once while its response and its live update race', () => {
    const stored = messageAt(9, 31, { fromMe: true, clientId: 'c1' });
    const before = threadRows([messageAt(1, 0)], [waiting()], { dayOf });
    const after = threadRows([messageAt(1, 0), stored], [waiting()], { dayOf });
    expect(before.at(-1)?.key).toBe('c1');
    expect(after.filter((row) => row.key === 'c1')).toHaveLength(1);
    expect(after).toHaveLength(before.length);
  });

  it('No day begins twice for a message written yesterday and not sent yet', () => {
    const rows = threadRows(
      [messageAt(1, 0), messageAt(2, 0, { createdAt: '2026-11-20T09:00:00Z' })],
      [waiting({ state: 'failed' }), waiting({ clientId: 'c2', createdAt: '2026-11-20T10:00:00Z' })],
      { dayOf },
    );
    expect(rows.map((row) => row.key)).toEqual(['day 2026-11-19', '1', 'day 2026-11-20', '2', 'c1', 'c2']);
  });

  it('The first unread message is marked, counting only the customer’s', () => {
    const messages = [messageAt(1, 0), messageAt(2, 1), messageAt(3, 2), messageAt(4, 3, { fromMe: true })];
    expect(firstUnread(messages, 2)).toEqual({ messageId: 2, count: 2 });
    expect(firstUnread(messages, 0)).toBeUndefined();
    const rows = threadRows(messages, [], { dayOf, unreadFrom: { messageId: 2, count: 2 } });
    expect(rows.map((row) => row.key)).toEqual(['day 2026-11-19', '1', 'unread', '2', '3', '4']);
  });
});
