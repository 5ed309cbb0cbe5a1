// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api, ApiError, hostSide } from '@balcao/sdk/client';
import en from '../locales/en.json' with { type: 'json' };
import pt from '../locales/pt.json' with { type: 'json' };
import { ChoosePasswordPage } from './ChoosePasswordPage.tsx';
import { SignupPage } from './SignupPage.tsx';

beforeAll(async () => {
  for (const namespace of ['shell', 'errors'] as const)
    await hostSide.addTexts(namespace, { pt: pt[namespace], en: en[namespace], es: pt[namespace] });
});
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.spyOn(api, 'get').mockResolvedValue({});
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await hostSide.startLanguage('pt');
});

const open = (Page: ComponentType, address: string) =>
  render(
    <FluentProvider theme={webLightTheme}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[address]}>
          <Page />
        </MemoryRouter>
      </QueryClientProvider>
    </FluentProvider>,
  );
const retry = () => fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
const offline = new ApiError(0, 'ERR_OFFLINE');
const invited = { name: 'Ana', email: 'ana@exemplo.com.br', company: 'Padaria', isInvited: true };

test('An invitation opened without a connection can be tried again', async () => {
  vi.spyOn(api, 'post').mockRejectedValueOnce(offline).mockResolvedValue(invited);
  open(ChoosePasswordPage, '/password#token=abc');
  await screen.findByRole('alert');
  expect(screen.queryByText('Este link não vale mais')).toBeNull();
  retry();
  await screen.findByRole('heading', { name: 'Olá, Ana!' });
});

test('A change of language keeps the password typed for an invitation, and translates that a link is over', async () => {
  const post = vi
    .spyOn(api, 'post')
    .mockResolvedValueOnce(invited)
    .mockRejectedValue(new ApiError(404, 'ERR_LINK_OVER'));
  const { unmount } = open(ChoosePasswordPage, '/password#token=abc');
  fireEvent.change(await screen.findByLabelText(/^Sua senha/), { target: { value: 'Senha-nova1' } });
  await act(() => hostSide.startLanguage('en'));
  expect(await screen.findByLabelText(/^Your password/)).toHaveProperty('value', 'Senha-nova1');
  expect(post).toHaveBeenCalledOnce();
  unmount();
  open(ChoosePasswordPage, '/password#token=abd');
  await screen.findByRole('heading', { name: en.shell.choose.overTitle });
  await act(() => hostSide.startLanguage('pt'));
  screen.getByRole('heading', { name: pt.shell.choose.overTitle });
  expect(post).toHaveBeenCalledTimes(2);
});

test('A sign-up whose confirmation got no answer can be tried again, and a link used meanwhile leads to the login', async () => {
  vi.spyOn(api, 'post').mockRejectedValueOnce(offline).mockRejectedValue(new ApiError(404, 'ERR_NOT_FOUND'));
  open(SignupPage, '/signup#confirm=abc');
  await screen.findByRole('alert');
  retry();
  await screen.findByRole('heading', { name: 'Não foi possível confirmar' });
  screen.getByRole('button', { name: 'Entrar' });
  screen.getByRole('button', { name: pt.shell.signup.title });
});
