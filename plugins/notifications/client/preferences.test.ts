// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '@balcao/sdk/client';
import { choose, preferencesChanged, preferencesNow, preferencesQuery, type PreferencesAnswer } from './preferences.ts';

const first: PreferencesAnswer = {
  sounds: true,
  sound: 'drop',
  volume: 70,
  desktop: true,
  previews: false,
  off: [],
  quiet: null,
  publicKey: 'k',
};
/** The server's value, and its responses that are held back. */
let stored: PreferencesAnswer;
let pending: { call: string; answer(status?: number): void }[];

beforeEach(async () => {
  stored = first;
  pending = [];
  vi.stubGlobal('fetch', (_address: string, { method = 'GET', body }: RequestInit = {}) => {
    const read = stored;
    return new Promise<Response>((resolve) =>
      pending.push({
        call: method,
        answer: (status = 200) => {
          if (method === 'PUT' && status === 200) stored = { ...stored, ...(JSON.parse(String(body)) as object) };
          const shown = status === 200 ? (method === 'PUT' ? {} : read) : { error: 'ERR_UNAVAILABLE' };
          resolve(new Response(JSON.stringify(shown), { status, headers: { 'content-type': 'application/json' } }));
        },
      }),
    );
  });
  queryClient.clear();
  const asked = preferencesNow();
  await next('GET');
  await asked;
});
afterEach(() => vi.unstubAllGlobals());

/** Answers the oldest pending call. */
const next = async (call: string, status?: number): Promise<void> => {
  await vi.waitFor(() => expect(pending.map((one) => one.call)).toContain(call));
  const [one] = pending.splice(
    pending.findIndex((each) => each.call === call),
    1,
  );
  one?.answer(status);
};
const shown = () => queryClient.getQueryData<PreferencesAnswer>(preferencesQuery.queryKey);
/** Mounts the query as the page does, so that live updates refetch it. */
const watch = () => new QueryObserver(queryClient, preferencesQuery).subscribe(() => undefined);

test('consecutive choices are stored in order, whatever the delay of each request', async () => {
  const both = [choose({ quiet: { from: '20:00', to: '07:00' } }), choose({ quiet: { from: '21:30', to: '07:00' } })];
  await vi.waitFor(() => expect(shown()?.quiet?.from).toBe('21:30'));
  // The second waits for the first, so nothing can overtake it.
  await vi.waitFor(() => expect(pending.map(({ call }) => call)).toEqual(['PUT']));
  await next('PUT');
  await next('PUT');
  await Promise.all(both);
  expect(stored.quiet?.from).toBe('21:30');
});

test('a live update of an earlier choice does not revert a choice in flight', async () => {
  const stop = watch();
  const earlier = choose({ volume: 65 });
  await next('PUT');
  await earlier;
  const later = choose({ previews: true });
  await vi.waitFor(() => expect(shown()?.previews).toBe(true));
  preferencesChanged();
  await vi.waitFor(() => expect(pending.map(({ call }) => call)).toEqual(['PUT']));
  await next('PUT');
  await later;
  await next('GET');
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(shown()).toMatchObject({ volume: 65, previews: true });
  stop();
});

test('a choice that the server refused is reverted, and later choices are not', async () => {
  const stop = watch();
  const refused = choose({ volume: 10 });
  const kind = choose({ sound: 'bell' });
  await next('PUT', 400);
  await expect(refused).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' });
  await next('PUT');
  await kind;
  await next('GET');
  await vi.waitFor(() => expect(shown()).toMatchObject({ volume: 70, sound: 'bell' }));
  stop();
});
