// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { appBackground, appNotice, defineClient, hostSide } from '@balcao/sdk/client';
import type { AppBackground } from '@balcao/sdk/client';
import { Background } from './Background.tsx';
import { Notices } from './Notices.tsx';

const manifest = {
  id: 'watching',
  version: '1.0.0',
  title: 'title',
  description: 'd',
  publisher: 'p',
  license: 'MIT',
  sdk: '*',
} as const;

afterEach(() => {
  cleanup();
  hostSide.unregister('watching');
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Returns the labels that the company's user sees at once, and after the first screen. */
const shown = async (whenIdle: Record<string, AppBackground['whenIdle']>, isLate: boolean): Promise<string[][]> => {
  vi.useFakeTimers();
  const user = { id: 1, name: 'Ana', email: 'a@b.c', profile: 'user' as const, companyId: 1, permissions: [] };
  const company = { id: 1, name: 'C', settings: [] };
  hostSide.acceptSession({ token: 't', tokenPublicDir: 'm', user: { ...user, company, isLate } });
  hostSide.register(
    'watching',
    defineClient(manifest, (host) => {
      for (const [id, when] of Object.entries(whenIdle))
        host.add(appBackground, {
          id,
          ...(when !== undefined && { whenIdle: when }),
          component: () => <p>{id}</p>,
        });
    }),
  );
  const texts = (): string[] => screen.queryAllByRole('paragraph').map((one) => one.textContent ?? '');
  await act(async () => void render(<Background />));
  const first = texts();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  return [first, texts()];
};

test('a part that only some people need at once waits for the first screen for everybody else', async () => {
  const licence: AppBackground['whenIdle'] = ({ session }) => session.user['isLate'] !== true;
  expect(await shown({ licence, news: true, sound: undefined }, false)).toEqual([
    ['sound'],
    ['licence', 'news', 'sound'],
  ]);
  cleanup();
  hostSide.unregister('watching');
  expect(await shown({ licence, news: true, sound: undefined }, true)).toEqual([
    ['licence', 'sound'],
    ['licence', 'news', 'sound'],
  ]);
});

test('a part whose whenIdle() throws waits for the first screen, and the other parts are mounted', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = (): boolean => {
    throw new Error('no licence was read');
  };
  expect(await shown({ broken, sound: undefined }, false)).toEqual([['sound'], ['broken', 'sound']]);
  expect(logged.mock.calls[0]?.[0]).toContain('[watching] whenIdle() of broken');
});

test('a notice that may wait is not there before the first screen stands, and others are', async () => {
  vi.useFakeTimers();
  const user = { id: 1, name: 'Ana', email: 'a@b.c', profile: 'user' as const, companyId: 1, permissions: [] };
  hostSide.acceptSession({ token: 't', tokenPublicDir: 'm', user });
  await hostSide.register(
    'watching',
    defineClient(manifest, (host) => {
      host.add(appNotice, { id: 'offline', component: () => <p>offline</p> });
      host.add(appNotice, { id: 'steps', whenIdle: true, component: () => <p>steps</p> });
    }),
  );
  const texts = (): string[] => screen.queryAllByRole('paragraph').map((one) => one.textContent ?? '');
  await act(async () => void render(<Notices />));
  expect(texts()).toEqual(['offline']);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(texts()).toEqual(['offline', 'steps']);
});
