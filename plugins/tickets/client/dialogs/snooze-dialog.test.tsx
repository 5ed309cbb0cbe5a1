// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { afterEach, expect, test, vi } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import { hostSide } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { ViewScopeContext, type ViewScope } from '../view/scope.ts';
import { ticketDialogAtom } from './ticket-dialogs.ts';
import { TicketDialogs } from './TicketDialogs.tsx';

afterEach(() => {
  cleanup();
  hostSide.dropSession('signed-out');
  vi.unstubAllGlobals();
});

test('A snooze that the server refuses leaves its dialog open with the chosen time', async () => {
  class NoObserver {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', NoObserver);
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`);
    return new Response(JSON.stringify({ error: 'ERR_VALIDATION' }), {
      status: 400,
      headers: { 'content-type': 'application/json' },
    });
  });
  hostSide.store.set(hostSide.personAtom, { id: 1, name: 'Ana', email: 'a@b.c', companyId: 1, profile: 'user' });
  const store = createStore();
  const leave = vi.fn<() => void>();
  const scope = { store, current: () => '/tickets/a', shows: () => true, open: () => undefined, leave };
  store.set(ticketDialogAtom, {
    kind: 'snooze',
    ticket: { id: 7, uuid: 'a', contact: { name: 'Ilda' } } as TicketView,
  });
  render(
    <FluentProvider theme={webLightTheme}>
      <MemoryRouter>
        <ViewScopeContext value={scope as unknown as ViewScope}>
          <TicketDialogs />
        </ViewScopeContext>
      </MemoryRouter>
    </FluentProvider>,
  );
  const field = () => document.querySelector<HTMLInputElement>('input[type="datetime-local"]');
  fireEvent.change(field() as HTMLInputElement, { target: { value: '2099-03-01T10:00' } });
  fireEvent.click(screen.getByRole('button', { name: 'action.snooze' }));
  await vi.waitFor(() => expect(asked).toContain('PUT /api/tickets/7/snooze'));
  await screen.findByRole('alert');
  expect(field()?.value).toBe('2099-03-01T10:00');
  expect(leave).not.toHaveBeenCalled();
});
