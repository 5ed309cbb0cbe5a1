// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TicketView } from '../../contract.ts';
import { useReplyWindow } from './useReplyWindow.ts';

vi.mock('@balcao/sdk/client', async (original) => ({ ...(await original<object>()), useRoom: () => undefined }));
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-02T12:00:00Z') }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('A reply window that closes on the screen closes once, and the page rests afterwards', async () => {
  const ticket = {
    uuid: 'a',
    window: { hours: 24, closesAt: '2026-03-02T12:01:00Z', personHours: 168, personClosesAt: '2026-03-02T12:02:00Z' },
    lastMessageAck: 1,
    updatedAt: '2026-03-02T11:00:00Z',
  } as unknown as TicketView;
  let renders = 0;
  const { result } = renderHook(() => {
    renders += 1;
    // Rendering takes time.
    vi.setSystemTime(Date.now() + 1);
    // An endless loop would hold up the test for ever.
    if (renders > 40) throw new Error('rendered again and again');
    return useReplyWindow(ticket);
  });
  expect(result.current).toMatchObject({ isClosed: false, isPeoples: false });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(61_000);
  expect(result.current).toMatchObject({ isClosed: false, isPeoples: true });
  await pass(60_000);
  expect(result.current).toMatchObject({ isClosed: true });
  const before = renders;
  for (let minute = 0; minute < 30; minute += 1) await pass(60_000);
  expect(renders - before).toBeLessThan(3);
});
