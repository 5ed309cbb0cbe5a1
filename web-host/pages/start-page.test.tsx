// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { atom, useAtomValue } from 'jotai';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appMenu, appStart, defineClient, hostSide } from '@balcao/sdk/client';
import type { AppStart, AppStartDecisionProps, AppStartProps } from '@balcao/sdk/client';
import { loadPublicPlugins } from '../runtime/plugin-loader.ts';
import { StartPage } from './StartPage.tsx';

const manifest = {
  id: 'greeting',
  version: '1.0.0',
  title: 'title',
  description: 'd',
  publisher: 'p',
  license: 'MIT',
  sdk: '*',
} as const;
const wantedAtom = atom<boolean | undefined>(undefined);
const { store } = hostSide;
const Decision = ({ children }: AppStartDecisionProps) => children(useAtomValue(wantedAtom, { store }));
const pageOf = (text: string) =>
  function Page({ onward }: AppStartProps) {
    return (
      <button type="button" onClick={onward}>
        {text}
      </button>
    );
  };

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  await loadPublicPlugins();
});
afterEach(() => {
  cleanup();
  hostSide.unregister('greeting');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Opens `/` for somebody whose menu leads to the desk. */
const open = (...items: (AppStart & { id: string; order?: number })[]): Promise<void> => openWith({}, ...items);
const openWith = async (state: object, ...items: (AppStart & { id: string; order?: number })[]): Promise<void> => {
  const user = { id: 1, name: 'Ana', email: 'a@b.c', profile: 'user' as const, companyId: 1, permissions: [] };
  hostSide.acceptSession({ token: 't', tokenPublicDir: 'm', user });
  await hostSide.register(
    'greeting',
    defineClient(manifest, (host) => {
      host.add(appMenu, { id: 'desk', section: 'work', label: 'desk', path: '/desk', icon: () => null, landing: true });
      for (const item of items) host.add(appStart, item);
    }),
  );
  await act(
    async () =>
      void render(
        <MemoryRouter initialEntries={[{ pathname: '/', state }]}>
          <Routes>
            <Route path="/" element={<StartPage />} />
            <Route path="/desk" element={<p>the desk</p>} />
          </Routes>
        </MemoryRouter>,
      ),
  );
};
const tell = (wanted: boolean | undefined) => act(async () => store.set(wantedAtom, wanted));

test('people land where the menu says when no plugin has something for the start page', async () => {
  await open();
  screen.getByText('the desk');
});

test('the start page waits until a plugin knows whether it wants it, and then shows the page of the plugin', async () => {
  store.set(wantedAtom, undefined);
  await open({ id: 'one', decision: Decision, component: pageOf('Good morning') });
  expect(screen.queryByText('the desk')).toBeNull();
  await tell(true);
  screen.getByText('Good morning');
  await tell(false);
  screen.getByText('the desk');
});

test('of several pages that are wanted the first by order shows, and onward leads past all of them', async () => {
  const decision = ({ children }: AppStartDecisionProps) => children(true);
  await open(
    { id: 'late', order: 20, decision, component: pageOf('News') },
    { id: 'early', order: 10, decision, component: pageOf('Terms') },
  );
  expect(screen.queryByText('News')).toBeNull();
  await act(async () => screen.getByText('Terms').click());
  screen.getByText('the desk');
});

test('whoever has just signed in is led past the pages that are for people who open the start page', async () => {
  const decision = ({ children }: AppStartDecisionProps) => children(true);
  const numbers = { id: 'numbers', order: 20, decision, component: pageOf('Numbers'), skipAfterSignIn: true };
  await openWith({ isSignIn: true }, numbers);
  screen.getByText('the desk');
  hostSide.unregister('greeting');
  cleanup();
  await openWith({ isSignIn: true }, numbers, { id: 'terms', order: 10, decision, component: pageOf('Terms') });
  screen.getByText('Terms');
  hostSide.unregister('greeting');
  cleanup();
  await open(numbers);
  screen.getByText('Numbers');
});

test('a plugin that fails to say whether it wants the start page keeps nobody from where they land', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await open({
    id: 'broken',
    decision: () => {
      throw new Error('nothing was read');
    },
    component: pageOf('Good morning'),
  });
  screen.getByText('the desk');
});
