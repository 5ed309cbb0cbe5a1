// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Contributed, hostSide, queryClient, usePoint } from '@balcao/sdk/client';
import { channelType } from '@balcao/connections/contract';
import { afterEach, expect, test, vi } from 'vitest';
import client from '../client/index.tsx';

/** The part of the connections page that this plugin needs: it renders the set-up of a channel. */
function Sheet() {
  return usePoint(channelType).map((item) => {
    const Setup = item.setup as ComponentType<{ connection: { id: number } }>;
    return (
      <Contributed key={item.id} item={item}>
        <Setup connection={{ id: 7 }} />
      </Contributed>
    );
  });
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  hostSide.unregister('example-sms');
  vi.unstubAllGlobals();
});

test('The company sees the address for the gateway, and what is still missing', async () => {
  const setup = { webhookPath: '/api/example-sms/abc/events', hasKey: true, hasSecret: false };
  const answer = () => new Response(JSON.stringify(setup), { headers: { 'content-type': 'application/json' } });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer()),
  );
  await act(() => hostSide.register('example-sms', client));
  // Awaited, because the component's code is loaded while it renders.
  await act(
    async () =>
      void render(
        <FluentProvider theme={webLightTheme}>
          <QueryClientProvider client={queryClient}>
            <Sheet />
          </QueryClientProvider>
        </FluentProvider>,
      ),
  );
  const field = await screen.findByRole<HTMLInputElement>(
    'textbox',
    { name: 'Endereço para o gateway' },
    { timeout: 20_000 },
  );
  expect(field.value).toBe(`${window.location.origin}/api/example-sms/abc/events`);
  expect(screen.getByText(/Faltam a chave e o segredo/)).toBeTruthy();
});
