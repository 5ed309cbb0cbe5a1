// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { component } from '../shared/contract.ts';
import { defineClient, Exposed, hostSide, lazyPart, preloadExposed, usePreload, useT } from './index.ts';
import type { ClientHost } from './index.ts';

interface CalendarProps {
  room: string;
  onPick?(day: string): void;
}
const calendar = component<CalendarProps>('bookings.calendar');
const newerCalendar = component<CalendarProps>('bookings.calendar', 2);

const install = (setup: (host: ClientHost) => void) => {
  const manifest = {
    id: 'bookings',
    version: '1.0.0',
    title: 'title',
    description: 'd',
    publisher: 'p',
    license: 'MIT',
    sdk: '*',
  };
  return act(() => hostSide.register('bookings', defineClient(manifest, setup)));
};
const texts = (title: string) => ({ pt: { title }, en: { title }, es: { title } });
const Calendar = ({ room }: CalendarProps) => (
  <i>
    {useT()('title')} {room}
  </i>
);
const signIn = (permissions: string[]) =>
  hostSide.acceptSession({
    token: 't',
    tokenPublicDir: 'm',
    user: {
      id: 1,
      name: 'Ana',
      email: 'a@b.c',
      profile: 'user',
      companyId: 1,
      permissions,
      company: { id: 1, name: 'C', settings: [] },
    },
  });
const show = (node: ReactNode) => render(<FluentProvider theme={webLightTheme}>{node}</FluentProvider>);
const Page = () => (
  <>
    <b>page</b>
    <Exposed of={calendar} props={{ room: 'azul' }} fallback={<u>wait</u>} empty={<s>none</s>} />
  </>
);

beforeEach(() => {
  signIn([]);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  hostSide.unregister('bookings');
  hostSide.store.set(hostSide.modulesAtom, new Set<string>());
});

test('An exposed component uses its own plugin’s texts, and its code is loaded when it is rendered', async () => {
  let fetched = 0;
  const load = () => {
    fetched += 1;
    return Promise.resolve({ default: Calendar });
  };
  await install((host) => {
    host.locales(texts('Agenda'));
    host.expose(calendar, lazyPart(load));
  });
  const page = show(<b>page</b>);
  expect(fetched).toBe(0);
  await act(async () =>
    page.rerender(
      <FluentProvider theme={webLightTheme}>
        <Page />
      </FluentProvider>,
    ),
  );
  expect(screen.getByText('Agenda azul')).toBeTruthy();
  expect(fetched).toBe(1);
});

test('An exposed component appears and disappears with its plugin in open pages', async () => {
  const exposing = (host: ClientHost) => host.expose(calendar, Calendar);
  show(<Page />);
  expect(screen.getByText('none')).toBeTruthy();
  await install(exposing);
  expect(screen.getByText('title azul')).toBeTruthy();
  act(() => hostSide.unregister('bookings'));
  expect([screen.queryByText('title azul'), screen.getByText('none') !== null]).toEqual([null, true]);
  await install(exposing);
  expect(screen.queryByText('none')).toBeNull();
});

test('While the plugin of an exposed component is loading, the fallback is shown instead of the empty state', async () => {
  hostSide.store.set(hostSide.modulesAtom, new Set(['bookings']));
  show(<Page />);
  expect([screen.queryByText('none'), screen.getByText('wait') !== null]).toEqual([null, true]);
  await install((host) => host.expose(calendar, Calendar));
  expect(screen.getByText('title azul')).toBeTruthy();
});

test('A person without the permission sees the empty state until it is granted', async () => {
  await install((host) => host.expose(calendar, Calendar, { permission: 'bookings:view' }));
  show(<Page />);
  expect(screen.getByText('none')).toBeTruthy();
  act(() => signIn(['bookings:view']));
  expect(screen.getByText('title azul')).toBeTruthy();
});

test('An exposed component that throws is replaced by a message with its plugin’s name, and the page stays', async () => {
  await install((host) => {
    host.locales(texts('Agenda'));
    host.expose(calendar, () => {
      throw new Error('broken');
    });
  });
  show(<Page />);
  expect(screen.getByText('page')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('Agenda: esta parte não carregou.');
});

test('An exposed component of another version is not rendered with the former props', async () => {
  let drawn = 0;
  await install((host) =>
    host.expose(newerCalendar, () => {
      drawn += 1;
      return null;
    }),
  );
  show(<Page />);
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(drawn).toBe(0);
});

test('A plugin that exposes a component of another plugin, or one twice, is rejected as a whole', async () => {
  const others = component<CalendarProps>('rooms.calendar');
  await expect(install((host) => host.expose(others, Calendar))).rejects.toThrow('rooms.calendar is not its to expose');
  await expect(
    install((host) => {
      host.expose(calendar, Calendar);
      host.expose(calendar, Calendar);
    }),
  ).rejects.toThrow('two items');
  show(<Page />);
  expect(screen.getByText('none')).toBeTruthy();
});

test('A page preloads the code of an exposed component once it is idle', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'requestIdleCallback'] });
  const load = vi.fn<() => Promise<{ default: typeof Calendar }>>(() => Promise.resolve({ default: Calendar }));
  await install((host) => host.expose(calendar, lazyPart(load)));
  function Ahead() {
    usePreload(calendar);
    return null;
  }
  show(<Ahead />);
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  vi.useRealTimers();
  expect(load).toHaveBeenCalledTimes(1);
});

test('A preloaded component is shown at once with its texts, without a fallback', async () => {
  const words = () => Promise.resolve({ default: { title: 'Agenda' } });
  await install((host) => {
    host.locales({ pt: words, en: words, es: words });
    host.expose(
      calendar,
      lazyPart(() => Promise.resolve({ default: Calendar })),
    );
  });
  await preloadExposed(calendar, component('rooms.calendar'));
  show(<Page />);
  expect([screen.getByText('Agenda azul') !== null, screen.queryByText('wait')]).toEqual([true, null]);
});

test('The type checker rejects wrong props in the exposing and the rendering plugin', () => {
  const refused = (host: ClientHost): ReactNode[] => {
    // @ts-expect-error the component requires a prop that the reference does not have
    host.expose(calendar, (_props: { colour: string }) => null);
    return [
      // @ts-expect-error the room must be a text
      <Exposed key="1" of={calendar} props={{ room: 1 }} />,
      // @ts-expect-error the room is missing
      <Exposed key="2" of={calendar} props={{}} />,
      // @ts-expect-error there is no prop of that name
      <Exposed key="3" of={calendar} props={{ room: 'azul', rooms: 2 }} />,
    ];
  };
  expect(refused).toBeTypeOf('function');
});
