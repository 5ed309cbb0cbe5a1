// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useToastNotices } from '@balcao/sdk/client';
import type { TicketView } from '../../../contract.ts';
import { useBulkActions } from './useBulkActions.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A server that loses the connection after this number of calls. */
const serverFor = (calls: number): void => {
  let called = 0;
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    if (address !== '/api/tickets/bulk') return new Response('[]', { headers: { 'content-type': 'application/json' } });
    if ((called += 1) > calls) throw new TypeError('network');
    const { ids } = JSON.parse(String(body)) as { ids: number[] };
    return new Response(JSON.stringify({ done: ids, failed: [] }), { headers: { 'content-type': 'application/json' } });
  });
};
const tickets = Array.from({ length: 120 }, (_, at) => ({ id: at + 1, status: 'open' }) as TicketView);
function useBulk() {
  const notices = useToastNotices();
  return { ...useBulkActions(), notices };
}
const show = () => renderHook(useBulk);

test('Of many tickets, those done before the connection was lost can be undone, and the others stay selected', async () => {
  serverFor(1);
  const { result } = show();
  const left = await result.current.resolve(tickets, {});
  expect(left).toEqual(tickets.slice(50).map(({ id }) => id));
  await vi.waitFor(() =>
    expect(result.current.notices.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['undo', 'error'])),
  );
  expect(result.current.progress).toBeUndefined();
});

test('An action of which nothing was done is refused as a whole, so that its dialog stays open', async () => {
  serverFor(0);
  await expect(show().result.current.resolve(tickets, {})).rejects.toMatchObject({ code: 'ERR_OFFLINE' });
});
