import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, ApiError } from '@balcao/sdk/client';
import { ticket } from '../model/examples.ts';
import type { PanelStore } from './panel-store.ts';
import { RowLoader } from './row-loader.ts';

let filled: (readonly number[])[];
const loader = (): RowLoader =>
  new RowLoader({ fill: (_rows: unknown, asked: readonly number[]) => filled.push(asked) } as unknown as PanelStore);
const answer = (ids: readonly number[]) => ({ tickets: ids.map((id) => ticket(id)) });

beforeEach(() => {
  filled = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('Rows of a card appear after their first request failed', async () => {
  const get = vi.spyOn(api, 'get').mockRejectedValueOnce(new ApiError(0, 'ERR_OFFLINE')).mockResolvedValue(answer([1, 2]));
  const rows = loader();
  rows.want([1, 2]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(filled).toEqual([[1, 2]]);
  expect(get).toHaveBeenCalledTimes(2);
});

test('Rows are requested no more once the page is left or the server refuses them', async () => {
  const get = vi.spyOn(api, 'get').mockRejectedValue(new ApiError(0, 'ERR_OFFLINE'));
  const left = loader();
  left.want([1]);
  await vi.advanceTimersToNextTimerAsync();
  left.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(get).toHaveBeenCalledTimes(1);
  get.mockRejectedValue(new ApiError(403, 'ERR_NO_PERMISSION'));
  loader().want([1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(get).toHaveBeenCalledTimes(2);
});

test('Rows are loaded after the session ended while they were being gathered', async () => {
  vi.spyOn(api, 'get').mockResolvedValue(answer([1]));
  const rows = loader();
  rows.want([1]);
  rows.stop();
  rows.want([1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(filled).toEqual([[1]]);
});
