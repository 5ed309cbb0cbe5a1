// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { api, ApiError, hostSide, type AppRoute, type Item } from '@balcao/sdk/client';
import { loadPublicPlugins } from './plugin-loader.ts';
import { PublicArea } from './public-area.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const Address = () => <output>{useLocation().pathname}</output>;

test('A public page that loads slowly is shown in the end', async () => {
  vi.spyOn(api, 'get').mockResolvedValue({});
  hostSide.dropSession('signed-out');
  const rate = { id: 'rate', plugin: 'ratings', path: '/rate/:id', public: true, component: () => <p>Sua nota</p> };
  const page = (routes: readonly Item<AppRoute>[]) => (
    <FluentProvider theme={webLightTheme}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={['/rate/7?a=1']}>
          <PublicArea routes={routes} />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>
    </FluentProvider>
  );
  const view = await act(async () => render(page([])));
  await vi.waitFor(() => expect(view.container.querySelector('output')?.textContent).toBe('/login'));
  await act(async () => view.rerender(page([rate as unknown as Item<AppRoute>])));
  await screen.findByText('Sua nota');
  expect(view.container.querySelector('output')?.textContent).toBe('/rate/7');
});

test('The list of public pages is fetched again after a failure, until it arrives', async () => {
  vi.useFakeTimers();
  const get = vi.spyOn(api, 'get').mockRejectedValueOnce(new ApiError(0, 'ERR_OFFLINE')).mockResolvedValue([]);
  const loaded = loadPublicPlugins();
  await vi.advanceTimersByTimeAsync(60_000);
  await loaded;
  expect(get).toHaveBeenCalledTimes(2);
});
