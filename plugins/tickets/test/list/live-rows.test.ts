import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, queryClient } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import {
  contactUpdated,
  reloadCounts,
  ticketChanged,
  ticketGone,
  ticketKeys,
  ticketRead,
} from '../../client/data/ticket-cache.ts';
import { ticketQuery } from '../../client/data/useTicket.ts';
import { listQuery, unreadQuery } from '../../client/data/useTicketList.ts';
import { aTicket } from '../../client/model/examples.ts';
import { readFilters } from '../../client/model/list-filters.ts';
import { rowsOf, ticketsPerPage } from '../../client/model/ticket-list.ts';

/** Works in the first queue; the second is others'. */
const me = { id: 7, queues: [{ id: 1 }] };
const filters = (address = '') => readFilters(new URLSearchParams(address));
const uuidOf = (id: number): string => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
const at = (second: number): string => new Date(Date.UTC(2026, 10, 19, 12, 0, second)).toISOString();
const mine = (id: number, second: number, given: Partial<TicketView> = {}): TicketView =>
  aTicket({ id, uuid: uuidOf(id), userId: 7, user: { id: 7, name: 'Ana' }, updatedAt: at(second), ...given });

/**
 * The tickets that the server would return now. A response is read when it is requested, and delivered when the test
 * releases it.
 */
let stored: TicketView[];
let held: { path: string; params: Record<string, unknown>; give(): void }[];
let isHolding: boolean;

const read = (path: string, params: Record<string, unknown>): unknown => {
  if (path.startsWith('/tickets/u/')) return stored.find(({ uuid }) => path.endsWith(uuid));
  if (path === '/tickets/counts') return { open: { assigned: stored.length, pending: 0 }, closed: 0 };
  const asked = params.ids ? (JSON.parse(String(params.ids)) as number[]) : undefined;
  const rows = stored
    .filter(({ id, status }) => status === params.status && (asked?.includes(id) ?? true))
    .filter(({ status, queueId }) => params.showAll || status !== 'pending' || queueId !== 2)
    .sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
  const from = (Number(params.pageNumber) - 1) * ticketsPerPage;
  return {
    tickets: rows.slice(from, from + ticketsPerPage),
    hasMore: rows.length > from + ticketsPerPage,
    count: rows.length,
  };
};
const store = (ticket: TicketView): void => {
  stored = [...stored.filter(({ id }) => id !== ticket.id), ticket];
};
/** The ticket changes, and the change is published. */
const happens = (ticket: TicketView): void => {
  store(ticket);
  ticketChanged(ticket, me);
};
const letGo = async (): Promise<void> => {
  for (const answer of held.splice(0)) answer.give();
  await vi.advanceTimersByTimeAsync(0);
};
const open: (() => void)[] = [];
const watched = async (address = '') => {
  const observer = new InfiniteQueryObserver(queryClient, listQuery(filters(address)));
  open.push(observer.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(1);
  return { observer, ids: () => rowsOf(observer.getCurrentResult().data).map(({ id }) => id) };
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stored = [];
  held = [];
  isHolding = false;
  vi.spyOn(api, 'get').mockImplementation(async (path: string, params = {}) => {
    const answer = structuredClone(read(path, params));
    if (isHolding) await new Promise<void>((resolve) => held.push({ path, params, give: resolve }));
    return answer as never;
  });
});
afterEach(async () => {
  isHolding = false;
  await letGo();
  for (const close of open.splice(0)) close();
  await vi.advanceTimersByTimeAsync(2_000);
  queryClient.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const many = (): TicketView[] => Array.from({ length: 100 }, (_, index) => mine(index + 1, index + 1));

describe('Live updates while a response is on its way', () => {
  it('Live updates stay in the rows above those that are being loaded', async () => {
    stored = many();
    const { observer, ids } = await watched();
    isHolding = true;
    void observer.fetchNextPage();
    await vi.advanceTimersByTimeAsync(1);
    happens(mine(90, 200, { lastMessage: 'Já chegou?' }));
    happens(mine(95, 201, { userId: 8 }));
    expect(ids().slice(0, 3)).toEqual([90, 100, 99]);
    await letGo();
    await vi.advanceTimersByTimeAsync(1);
    expect(ids().slice(0, 3)).toEqual([90, 100, 99]);
    expect(ids()).not.toContain(95);
    expect(ids().length).toBeGreaterThan(ticketsPerPage);
  });

  it('Live updates do not discard a page that is being loaded, and everything is reloaded after it', async () => {
    stored = many();
    const { observer, ids } = await watched();
    isHolding = true;
    void observer.fetchNextPage();
    await vi.advanceTimersByTimeAsync(1);
    contactUpdated(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(held.map(({ params }) => params.pageNumber)).toEqual([2]);
    await letGo();
    await vi.advanceTimersByTimeAsync(1);
    expect(ids().length).toBeGreaterThan(ticketsPerPage);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(held.map(({ params }) => params.pageNumber)).toEqual([1]);
  });

  it('Live updates are not lost between two pages that are read one after another', async () => {
    stored = many();
    const { observer, ids } = await watched();
    await observer.fetchNextPage();
    isHolding = true;
    void observer.refetch();
    await vi.advanceTimersByTimeAsync(1);
    // The first page was answered without it, and the second is read without it.
    await letGo();
    isHolding = true;
    happens(mine(45, 300));
    await letGo();
    await vi.advanceTimersByTimeAsync(1);
    expect(ids().filter((id) => id === 45)).toEqual([45]);
    expect(ids()[0]).toBe(45);
  });

  it('Live updates are shown in the open conversation, whichever comes first', async () => {
    stored = [mine(1, 1, { status: 'pending', userId: null })];
    const observer = new QueryObserver(queryClient, ticketQuery(uuidOf(1)));
    open.push(observer.subscribe(() => undefined));
    await vi.advanceTimersByTimeAsync(1);
    isHolding = true;
    void observer.refetch();
    await vi.advanceTimersByTimeAsync(1);
    happens(mine(1, 2, { userId: 8 }));
    await letGo();
    expect(observer.getCurrentResult().data).toMatchObject({ status: 'open', userId: 8 });
    // A response read after them is newer than they are.
    void observer.refetch();
    store(mine(1, 4, { status: 'closed' }));
    held.splice(0);
    void observer.refetch();
    await vi.advanceTimersByTimeAsync(1);
    ticketChanged(mine(1, 3), me);
    await letGo();
    expect(observer.getCurrentResult().data).toMatchObject({ status: 'closed' });
  });

  it('Live updates stay on the bell', async () => {
    stored = [mine(1, 1, { unreadMessages: 2 })];
    const observer = new QueryObserver(queryClient, unreadQuery);
    isHolding = true;
    open.push(observer.subscribe(() => undefined));
    await vi.advanceTimersByTimeAsync(1);
    happens(mine(2, 2, { unreadMessages: 1 }));
    ticketRead(1);
    await letGo();
    expect(observer.getCurrentResult().data?.map(({ id }) => id)).toEqual([2]);
  });
});

it('Counts are right in the end, though updates come faster than the server answers', async () => {
  const observer = new QueryObserver<unknown>(queryClient, {
    queryKey: [...ticketKeys.counts, {}],
    queryFn: async ({ signal }) => {
      const answer = await api.get('/tickets/counts', {}, { signal });
      await new Promise((resolve) => setTimeout(resolve, 700));
      if (signal.aborted) throw new DOMException('aborted', 'AbortError');
      return answer;
    },
  });
  open.push(observer.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(1_000);
  const assigned = () => (observer.getCurrentResult().data as { open: { assigned: number } }).open.assigned;
  const seen = new Set<number>();
  for (let count = 1; count <= 20; count += 1) {
    stored = [...stored, mine(count, count)];
    reloadCounts();
    await vi.advanceTimersByTimeAsync(300);
    seen.add(assigned());
  }
  expect(seen.size).toBeGreaterThan(3);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(assigned()).toBe(20);
});

describe('A ticket that waits in another queue', () => {
  const elsewhere = (second: number, given: Partial<TicketView> = {}): TicketView =>
    mine(5, second, { status: 'pending', userId: null, user: null, queueId: 2, ...given });

  it('A ticket moved to another queue is not among one’s own waiting ones', async () => {
    const { ids } = await watched('status=pending');
    const bell = new QueryObserver(queryClient, unreadQuery);
    open.push(bell.subscribe(() => undefined));
    await vi.advanceTimersByTimeAsync(1);
    happens(elsewhere(10, { unreadMessages: 1 }));
    expect(ids()).toEqual([]);
    expect(bell.getCurrentResult().data).toEqual([]);
    await vi.advanceTimersByTimeAsync(500);
    expect(ids()).toEqual([]);
    // One of one's own queue is there at once.
    happens(elsewhere(11, { id: 6, uuid: uuidOf(6), queueId: 1, unreadMessages: 1 }));
    expect(ids()).toEqual([6]);
    expect(bell.getCurrentResult().data).toHaveLength(1);
  });

  it('A ticket that returns to one’s own queue stays, whatever was answered about it before', async () => {
    const { ids } = await watched('status=pending');
    happens(elsewhere(10));
    isHolding = true;
    await vi.advanceTimersByTimeAsync(300);
    isHolding = false;
    happens(elsewhere(11, { queueId: 1 }));
    expect(ids()).toEqual([5]);
    await letGo();
    expect(ids()).toEqual([5]);
    await vi.advanceTimersByTimeAsync(500);
    expect(ids()).toEqual([5]);
  });

  it('A ticket of another queue is shown to people who see everybody’s', async () => {
    const { ids } = await watched('status=pending&all=1');
    happens(elsewhere(10));
    expect(ids()).toEqual([5]);
  });
});

describe('A closed ticket without attendant', () => {
  const closed = (id: number, second: number, given: Partial<TicketView> = {}): TicketView =>
    mine(id, second, { status: 'closed', userId: null, user: null, queueId: 1, ...given });

  it('A closed ticket without attendant stays in the list that the server says it is in', async () => {
    stored = [closed(1, 1)];
    const { ids } = await watched('status=closed');
    happens(closed(1, 1, { tags: [{ id: 1, name: 'Retorno', color: '#fff' }] }));
    expect(ids()).toEqual([1]);
    await vi.advanceTimersByTimeAsync(500);
    expect(ids()).toEqual([1]);
    // One that is removed from its queue still belongs to whoever closed it.
    happens(closed(2, 2, { queueId: null }));
    await vi.advanceTimersByTimeAsync(500);
    expect(ids()).toEqual([2, 1]);
    // A colleague reopened it.
    stored = stored.filter(({ id }) => id !== 2);
    ticketGone(2, { userId: 7 });
    expect(ids()).toEqual([1]);
  });
});

it('A ticket that was read is added to the list of read ones', async () => {
  const { ids } = await watched('read=read');
  store(mine(1, 1));
  ticketRead(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(ids()).toEqual([1]);
});
