// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TicketView } from '@balcao/tickets/contract';
import { useTicketLane } from './useTicketLane.ts';

const lanes = ['a', 'b', 'c'].map((id) => ({ id, title: id.toUpperCase() }));
const placeIn = (laneId: string) => ({ kanbanId: 1, lanes, laneId, movedAt: null });
const answered = (body: object): Response =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

/** The conversation's lane on the server. */
let lane: string;
/** Moves that the server has not answered yet. */
let moves: { to: string; answer(): void }[];
let client: QueryClient;

beforeEach(() => {
  lane = 'a';
  moves = [];
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit) => {
    if (method === 'GET') return answered(placeIn(lane));
    const { targetLaneId: to } = JSON.parse(String(body)) as { targetLaneId: string };
    await new Promise<void>((resolve) => moves.push({ to, answer: resolve }));
    lane = to;
    return answered(placeIn(to));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ticketIn = (laneId: string) => ({ id: 7, extra: { kanban: { laneId } } }) as unknown as TicketView;
const follow = () =>
  renderHook(({ ticket }) => useTicketLane(ticket), {
    initialProps: { ticket: ticketIn('a') },
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
const shows = (view: ReturnType<typeof follow>, laneId: string) =>
  vi.waitFor(() => expect(view.result.current.place?.laneId).toBe(laneId));
const answerMove = async (turn: number): Promise<void> => {
  await vi.waitFor(() => expect(moves.length).toBeGreaterThan(turn));
  await act(async () => moves[turn]?.answer());
};

test('a colleague’s move is shown while another change of this page is being saved', async () => {
  const view = follow();
  await shows(view, 'a');
  const other = client.getMutationCache().build(client, { mutationFn: () => new Promise(() => undefined) });
  void other.execute(undefined);
  lane = 'b';
  view.rerender({ ticket: ticketIn('b') });
  await shows(view, 'b');
});

test('after two quick moves the second stays shown, and the server receives it after the first', async () => {
  const view = follow();
  await shows(view, 'a');
  await act(async () => view.result.current.moveTo('b'));
  await shows(view, 'b');
  await act(async () => view.result.current.moveTo('c'));
  await shows(view, 'c');
  await vi.waitFor(() => expect(moves.map(({ to }) => to)).toEqual(['b']));
  await answerMove(0);
  expect(view.result.current.place?.laneId).toBe('c');
  await answerMove(1);
  expect(lane).toBe('c');
  await shows(view, 'c');
});
