import { describe, expect, it } from 'vitest';
import type { TicketView } from '../../contract.ts';
import { aTicket } from './examples.ts';
import { readFilters } from './list-filters.ts';
import { applyAnswer, applyRead, applyTicket, isGone, nextPage, removeTicket, rowsOf } from './ticket-list.ts';
import type { TicketPages } from './ticket-list.ts';

const me = { id: 7 };
const filters = (address = '') => readFilters(new URLSearchParams(address), ['tags']);
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 19, 12, minute)).toISOString();
const mine = (id: number, minute: number, given: Partial<TicketView> = {}): TicketView =>
  aTicket({ id, userId: 7, updatedAt: at(minute), ...given });
const pages = (rows: TicketView[][], hasMore = false): TicketPages => ({
  pages: rows.map((tickets) => ({ tickets, hasMore, count: rows.flat().length })),
  pageParams: rows.map((_, index) => index + 1),
});
const ids = (data: TicketPages): number[] => rowsOf(data).map((ticket) => ticket.id);

describe('The live ticket list', () => {
  it('A conversation with a new message moves to the top', () => {
    const list = pages([[mine(3, 30), mine(2, 20), mine(1, 10)]]);
    const { data } = applyTicket(list, mine(1, 40, { unreadMessages: 1 }), filters(), me);
    expect(ids(data)).toEqual([1, 3, 2]);
    expect(data.pages[0]?.count).toBe(3);
  });

  it('A waiting customer who writes again keeps the place, the longest wait first', () => {
    const waits = (id: number, since: number | null, updated: number): TicketView =>
      aTicket({ id, status: 'pending', waitingSince: since === null ? null : at(since), updatedAt: at(updated) });
    const list = pages([[waits(1, 10, 10), waits(2, 20, 20), waits(4, null, 5)]]);
    const again = applyTicket(list, waits(1, 10, 50), filters('status=pending'), me).data;
    expect(ids(again)).toEqual([1, 2, 4]);
    expect(ids(applyTicket(again, waits(3, 30, 51), filters('status=pending'), me).data)).toEqual([1, 2, 3, 4]);
  });

  it('A conversation that was resolved, or accepted by a colleague, leaves the list', () => {
    const list = pages([[mine(2, 20), mine(1, 10)]]);
    expect(ids(applyTicket(list, mine(2, 21, { status: 'closed' }), filters(), me).data)).toEqual([1]);
    expect(ids(applyTicket(list, mine(1, 21, { userId: 8 }), filters(), me).data)).toEqual([2]);
  });

  it('A conversation that now belongs to the list is added, and counted', () => {
    const { data } = applyTicket(pages([[mine(2, 20)]]), mine(9, 15), filters(), me);
    expect(ids(data)).toEqual([2, 9]);
    expect(data.pages[0]?.count).toBe(2);
  });

  it('A conversation past the loaded rows is left to the next page', () => {
    const { data } = applyTicket(pages([[mine(2, 20)]], true), mine(9, 5), filters(), me);
    expect(ids(data)).toEqual([2]);
  });

  it('The server decides for a search or a contributed filter, whether the row is known or not', () => {
    const list = pages([[mine(2, 20)]]);
    const change = applyTicket(list, mine(9, 30), filters('tags=[1]'), me);
    expect(change.needsServer).toBe(true);
    expect(ids(change.data)).toEqual([2]);
    const known = applyTicket(list, mine(2, 30, { lastMessage: 'Oi' }), filters('q=maria'), me);
    expect(known.needsServer).toBe(true);
    expect(rowsOf(known.data)[0]?.lastMessage).toBe('Oi');
    expect(applyTicket(list, mine(2, 30, { status: 'closed' }), filters('tags=[1]'), me)).toMatchObject({
      needsServer: false,
    });
  });

  it('Rows that the server excludes are removed, and the rest are placed in order', () => {
    const list = pages([[mine(3, 30), mine(2, 20), mine(1, 10)]]);
    const data = applyAnswer(list, [3, 1, 9], [mine(1, 40), mine(9, 25)], 'newest');
    expect(ids(data)).toEqual([1, 9, 2]);
    expect(data.pages[0]?.count).toBe(3);
  });

  it('A row stays in its place when only its receipt changed', () => {
    const list = pages([[mine(2, 20), mine(1, 10)]]);
    const { data } = applyTicket(list, mine(1, 10, { lastMessageAck: 3 }), filters(), me);
    expect(rowsOf(data)[1]?.lastMessageAck).toBe(3);
    expect(data.pages[0]?.tickets[0]).toBe(list.pages[0]?.tickets[0]);
  });

  it('The next page skips no row after some left, and shows none twice', () => {
    const rows = Array.from({ length: 80 }, (_, index) => mine(100 - index, 59 - (index % 59)));
    let list = pages([rows.slice(0, 40), rows.slice(40)], true);
    expect(nextPage(list.pages)).toBe(3);
    list = removeTicket(list, 100);
    expect(nextPage(list.pages)).toBe(2);
    const overlapping = {
      ...list,
      pages: [...list.pages, { tickets: [mine(21, 1), mine(20, 0)], hasMore: false, count: 0 }],
    };
    expect(new Set(ids(overlapping)).size).toBe(ids(overlapping).length);
  });

  it('Reading clears the badge of a row, and removes it from the unread ones', () => {
    const list = pages([[mine(1, 10, { unreadMessages: 4 })]]);
    expect(rowsOf(applyRead(list, 1, filters()))[0]?.unreadMessages).toBe(0);
    expect(ids(applyRead(list, 1, filters('read=unread')))).toEqual([]);
  });

  it('A ticket that moved to another queue of mine stays, whichever update comes first', () => {
    const moved = mine(1, 10, { queueId: 5 });
    expect(isGone(moved, { queueId: 4 })).toBe(false);
    expect(isGone(moved, { queueId: 5 })).toBe(true);
    expect(isGone(mine(1, 10, { queueId: null }), { queueId: 0 })).toBe(true);
    expect(isGone(moved, { userId: 7 })).toBe(true);
    expect(isGone(moved, { all: true })).toBe(true);
  });
});
