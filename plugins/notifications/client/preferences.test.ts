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
/** What the server holds, and its answers that are held back. */
let kept: PreferencesAnswer;
let held: { call: string; answer(status?: number): void }[];

beforeEach(async () => {
  kept = first;
  held = [];
  vi.stubGlobal('fetch', (_address: string, { method = 'GET', body }: RequestInit = {}) => {
    const read = kept;
    return new Promise<Response>((resolve) =>
      held.push({
        call: method,
        answer: (status = 200) => {
          if (method === 'PUT' && status === 200) kept = { ...kept, ...(JSON.parse(String(body)) as object) };
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

/** Answers the call that waits longest. */
const next = async (call: string, status?: number): Promise<void> => {
  await vi.waitFor(() => expect(held.map((one) => one.call)).toContain(call));
  const [one] = held.splice(
    held.findIndex((each) => each.call === call),
    1,
  );
  one?.answer(status);
};
const shown = () => queryClient.getQueryData<PreferencesAnswer>(preferencesQuery.queryKey);
/** The page shows them, so news make it ask again. */
const watch = () => new QueryObserver(queryClient, preferencesQuery).subscribe(() => undefined);

test('choices that follow each other are kept in their order, whatever the way of each', async () => {
  const both = [choose({ quiet: { from: '20:00', to: '07:00' } }), choose({ quiet: { from: '21:30', to: '07:00' } })];
  await vi.waitFor(() => expect(shown()?.quiet?.from).toBe('21:30'));
  // The second waits for the first: there is nothing that could overtake it.
  await vi.waitFor(() => expect(held.map(({ call }) => call)).toEqual(['PUT']));
  await next('PUT');
  await next('PUT');
  await Promise.all(both);
  expect(kept.quiet?.from).toBe('21:30');
});

test('news of an earlier choice takes none back that is still on its way', async () => {
  const stop = watch();
  const earlier = choose({ volume: 65 });
  await next('PUT');
  await earlier;
  const later = choose({ previews: true });
  await vi.waitFor(() => expect(shown()?.previews).toBe(true));
  preferencesChanged();
  await vi.waitFor(() => expect(held.map(({ call }) => call)).toEqual(['PUT']));
  await next('PUT');
  await later;
  await next('GET');
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(shown()).toMatchObject({ volume: 65, previews: true });
  stop();
});

test('what the server did not keep is taken back, and what was chosen after it is not', async () => {
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
