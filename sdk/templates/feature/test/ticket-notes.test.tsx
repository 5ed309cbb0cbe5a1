// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Contributed, hostSide, queryClient, usePoint } from '@balcao/sdk/client';
import { ticketDrawerPanel } from '@balcao/tickets/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import client from '../client/index.tsx';
import type { Note } from '../contract.ts';

const notes: Note[] = [];
const answer = (body: unknown): Response =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

/** The part of the conversation's screen that this plugin needs: it renders the items of the panel point. */
function Drawer() {
  return usePoint(ticketDrawerPanel).map((item) => {
    const Panel = item.component as ComponentType<{ ticket: { id: number } }>;
    return (
      <Contributed key={item.id} item={item}>
        <Panel ticket={{ id: 7 }} />
      </Contributed>
    );
  });
}

beforeEach(async () => {
  notes.splice(0, notes.length, {
    id: 1,
    ticketId: 7,
    body: 'Prefers roses',
    author: 'Ana',
    createdAt: '2026-01-01T12:00:00.000Z',
    done: false,
  });
  vi.stubGlobal(
    'fetch',
    vi.fn(async (address: string, { method, body }: RequestInit) => {
      if (method === 'POST') {
        const { body: text } = JSON.parse(String(body)) as { body: string };
        notes.unshift({ ...notes[0]!, id: 2, body: text });
        return answer(notes[0]);
      }
      return address === '/api/example-notes/tickets/7' ? answer(notes) : new Response(null, { status: 404 });
    }),
  );
  hostSide.acceptSession({
    token: 't',
    tokenPublicDir: 'm',
    user: {
      id: 1,
      name: 'Ana',
      email: 'ana@example.com',
      profile: 'user',
      companyId: 1,
      permissions: [],
      company: { id: 1, name: 'Flower shop', settings: [] },
    },
  });
  await act(() => hostSide.register('example-notes', client));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  hostSide.unregister('example-notes');
  vi.unstubAllGlobals();
});

const show = async () => {
  // Awaited, because the panel's code is loaded while it renders.
  await act(
    async () =>
      void render(
        <FluentProvider theme={webLightTheme}>
          <QueryClientProvider client={queryClient}>
            <Drawer />
          </QueryClientProvider>
        </FluentProvider>,
      ),
  );
  await screen.findByText('Prefers roses', {}, { timeout: 20_000 });
};

test('The panel shows the conversation’s notes and adds another one', async () => {
  await show();
  const field = screen.getByRole('textbox', { name: 'Escrever uma anotação' });
  fireEvent.change(field, { target: { value: 'Pays by card' } });
  fireEvent.click(screen.getByRole('button', { name: 'Anotar' }));
  await screen.findByText('Pays by card');
  await waitFor(() => expect((field as HTMLInputElement).value).toBe(''));
});

test('A note that could not be stored stays in the field', async () => {
  await show();
  vi.mocked(fetch).mockResolvedValueOnce(
    new Response('{"error":"ERR_NO_PERMISSION"}', { status: 403, headers: { 'content-type': 'application/json' } }),
  );
  const field = screen.getByRole('textbox', { name: 'Escrever uma anotação' });
  fireEvent.change(field, { target: { value: 'Pays by card' } });
  fireEvent.click(screen.getByRole('button', { name: 'Anotar' }));
  await waitFor(() => expect(vi.mocked(fetch).mock.calls.some(([, init]) => init?.method === 'POST')).toBe(true));
  expect((field as HTMLInputElement).value).toBe('Pays by card');
});
