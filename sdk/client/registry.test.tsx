// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { point, service } from '../shared/contract.ts';
import type { PluginManifest } from '../shared/manifest.ts';
import {
  __startModule,
  ApiError,
  defineClient,
  errorText,
  findService,
  hostSide,
  lazyPart,
  Slot,
  usePoint,
  useService,
  useT,
} from './index.ts';
import type { ClientHost, Part } from './index.ts';

const manifest = (id: string): PluginManifest => ({
  id,
  version: '1.0.0',
  title: 'title',
  description: 'd',
  publisher: 'p',
  license: 'MIT',
  sdk: '*',
});
const panel = point<{ component: (props: { of: string }) => ReactNode }>('sample.panel');
const counter = service<{ next(): number }>('sample.counter');

const install = (id: string, setup: (host: ClientHost) => void) =>
  act(() => hostSide.register(id, defineClient(manifest(id), setup)));
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

const Panels = () => <Slot point={panel} props={{ of: 'x' }} />;
const show = (node: ReactNode) => render(<FluentProvider theme={webLightTheme}>{node}</FluentProvider>);

beforeEach(() => {
  signIn([]);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  for (const id of ['one', 'two', 'three']) hostSide.unregister(id);
});

test('Components are rendered by order, then id, each with the props of the point’s owner', async () => {
  await install('one', (host) => {
    host.add(panel, { id: 'late', component: ({ of }) => <i>late {of}</i> });
    host.add(panel, { id: 'second', order: 2, component: ({ of }) => <i>second {of}</i> });
  });
  await install('two', (host) => host.add(panel, { id: 'first', order: 1, component: ({ of }) => <i>first {of}</i> }));
  const { container } = show(<Panels />);
  expect([...container.querySelectorAll('i')].map((node) => node.textContent)).toEqual([
    'first x',
    'second x',
    'late x',
  ]);
});

test('A plugin whose setup throws halfway adds nothing', async () => {
  await expect(
    install('one', (host) => {
      host.add(panel, { id: 'half', component: () => <i>half</i> });
      host.provide(counter, () => ({ next: () => 1 }));
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  show(<Panels />);
  expect(screen.queryByText('half')).toBeNull();
  expect(findService(counter)).toBeUndefined();
});

test('A plugin under another plugin’s id, or with two items of one id, is rejected', async () => {
  await expect(
    hostSide.register(
      'two',
      defineClient(manifest('one'), () => undefined),
    ),
  ).rejects.toThrow('defineClient');
  await expect(
    install('one', (host) => {
      host.add(panel, { id: 'a', component: () => null });
      host.add(panel, { id: 'a', component: () => null });
    }),
  ).rejects.toThrow('two items');
});

test('An item without the permission is hidden, and appears at once when it is granted', async () => {
  await install('one', (host) =>
    host.add(panel, { id: 'guarded', permission: 'x:view', component: () => <i>guarded</i> }),
  );
  show(<Panels />);
  expect(screen.queryByText('guarded')).toBeNull();
  act(() => signIn(['x:view']));
  expect(screen.getByText('guarded')).toBeTruthy();
});

test('The function when() decides last, and one that throws hides only its own item', async () => {
  await install('one', (host) => {
    host.add(panel, {
      id: 'a',
      when: () => {
        throw new Error('no');
      },
      component: () => <i>a</i>,
    });
    host.add(panel, { id: 'b', when: ({ isOn }) => isOn('missing'), component: () => <i>b</i> });
    host.add(panel, { id: 'c', when: ({ session }) => session.user.name === 'Ana', component: () => <i>c</i> });
  });
  const { container } = show(<Panels />);
  expect([...container.querySelectorAll('i')].map((node) => node.textContent)).toEqual(['c']);
});

test('A component that throws is replaced by a tile with a retry button; its neighbours stay', async () => {
  let broken = true;
  await install('one', (host) => {
    host.add(panel, {
      id: 'a',
      component: () => {
        if (broken) throw new Error('broken');
        return <i>mended</i>;
      },
    });
    host.add(panel, { id: 'b', component: () => <i>neighbour</i> });
  });
  show(<Panels />);
  expect(screen.getByText('neighbour')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('esta parte não carregou.');
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(screen.getByText('mended')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('The retry button loads missing code again', async () => {
  let calls = 0;
  const Late = lazyPart<{ of: string }>(async () => {
    calls += 1;
    if (calls === 1) throw new Error('the network went away');
    return { default: ({ of }) => <i>arrived {of}</i> };
  });
  await install('one', (host) => host.add(panel, { id: 'a', component: Late as (props: { of: string }) => ReactNode }));
  await act(async () => void show(<Panels />));
  expect(screen.getByRole('alert')).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getByRole('button')));
  expect(screen.getByText('arrived x')).toBeTruthy();
});

test('Switching a plugin off removes its components, services and texts from open pages', async () => {
  await install('one', (host) => {
    host.locales({ pt: { hello: 'olá' }, en: { hello: 'hello' }, es: { hello: 'hola' } });
    host.provide(counter, () => {
      let n = 0;
      return { next: () => ++n };
    });
    host.add(panel, {
      id: 'a',
      component: function Hello() {
        return <i>{useT()('hello')}</i>;
      },
    });
  });
  show(<Panels />);
  expect(screen.getByText('olá')).toBeTruthy();
  expect(findService(counter)?.next()).toBe(1);
  expect(findService(counter)?.next()).toBe(2);
  act(() => hostSide.unregister('one'));
  expect(screen.queryByText('olá')).toBeNull();
  expect(findService(counter)).toBeUndefined();
});

test('A component that needs a service of a plugin that is off fails alone', async () => {
  await install('one', (host) =>
    host.add(panel, {
      id: 'a',
      component: function Needs() {
        return <i>{useService(counter).next()}</i>;
      },
    }),
  );
  show(<Panels />);
  expect(screen.getByRole('alert')).toBeTruthy();
});

test('Components of two plugins use their own texts', async () => {
  for (const id of ['one', 'two']) {
    await install(id, (host) => {
      host.locales({ pt: { name: `sou ${id}` }, en: { name: id }, es: { name: id } });
      host.add(panel, {
        id: 'a',
        component: function Name() {
          return <i>{useT()('name')}</i>;
        },
      });
    });
  }
  const { container } = show(<Panels />);
  expect([...container.querySelectorAll('i')].map((node) => node.textContent)).toEqual(['sou one', 'sou two']);
});

test('A component is shown with all of its texts, which are loaded with its code on first use', async () => {
  let isAsked = false;
  const texts = () => {
    isAsked = true;
    return Promise.resolve({ default: { title: 'título', greeting: 'olá' } });
  };
  const first = { title: 'título' };
  const Late = lazyPart<{ of: string }>(() =>
    Promise.resolve({
      default: function Greeting() {
        return <i>{useT()('greeting')}</i>;
      },
    }),
  );
  await act(() =>
    hostSide.register(
      'one',
      defineClient(manifest('one'), (host) => {
        host.locales({ pt: texts, en: texts, es: texts });
        host.add(panel, { id: 'a', component: Late as (props: { of: string }) => ReactNode });
      }),
      { pt: first, en: first, es: first },
    ),
  );
  expect(isAsked).toBe(false);
  await act(async () => void show(<Panels />));
  expect(screen.getByText('olá')).toBeTruthy();
});

test('An error is shown with the plugin’s text, else the catalogue’s, else a general one', async () => {
  await hostSide.addTexts('errors', { pt: { ERR_A: 'catálogo', fallback: 'algo falhou' }, en: {}, es: {} });
  await install('one', (host) => host.locales({ pt: { errors: { ERR_B: 'do plugin' } }, en: {}, es: {} }));
  let seen: string[] = [];
  function Probe() {
    const t = useT('one');
    usePoint(panel);
    seen = ['ERR_B', 'ERR_A', 'ERR_UNKNOWN']
      .map((code) => errorText(new ApiError(400, code), t))
      .concat(errorText(new Error('x'), t));
    return null;
  }
  show(<Probe />);
  expect(seen).toEqual(['do plugin', 'catálogo', 'algo falhou', 'algo falhou']);
});

test('An inline item that throws is replaced by a sign with its plugin’s name, and is not rendered after the third error', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'));
  let drawn = 0;
  const Broken = (): ReactNode => {
    drawn += 1;
    throw new Error('no luck');
  };
  const version = (component: () => ReactNode) =>
    install('one', (host) => {
      host.locales({ pt: { title: 'SLA' }, en: { title: 'SLA' }, es: { title: 'SLA' } });
      host.add(panel, { id: 'badge', component });
    });
  await version(Broken);
  await install('two', (host) => host.add(panel, { id: 'other', component: () => <i>Prazo</i> }));
  const rows = (count: number) => (
    <FluentProvider theme={webLightTheme}>
      {Array.from({ length: count }, (_, row) => (
        <div key={row}>
          <Slot point={panel} props={{ of: 'x' }} inline />
        </div>
      ))}
    </FluentProvider>
  );
  const { rerender } = render(rows(2));
  const signs = () => screen.getAllByRole('img', { name: 'SLA: esta parte não carregou.' });
  expect([signs().length, screen.getAllByText('Prazo').length]).toEqual([2, 2]);
  expect(screen.queryByRole('button')).toBeNull();
  rerender(rows(3));
  const before = drawn;
  rerender(rows(40));
  expect([signs().length, screen.getAllByText('Prazo').length, drawn]).toEqual([40, 40, before]);
  await version(() => <b>mended</b>);
  expect(screen.getAllByText('mended')).toHaveLength(40);
});

test('A component that throws is replaced by its plugin’s name with a retry, and reported to the operator', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'));
  let isBroken = true;
  await install('one', (host) => {
    host.locales({ pt: { title: 'SLA' }, en: { title: 'SLA' }, es: { title: 'SLA' } });
    host.add(panel, {
      id: 'panel',
      component: () => {
        if (isBroken)
          throw Object.assign(new TypeError('no panel today'), {
            stack: 'TypeError: no panel today\n    at Panel (https://x.example/plugins/one/0a1b2c/Panel-x1.js:1:204)',
          });
        return <i>here</i>;
      },
    });
  });
  show(<Panels />);
  expect(screen.getByRole('alert').textContent).toContain('SLA: esta parte não carregou.');
  const reports = fetched.mock.calls.map(([, init]) => JSON.parse(String(init?.body ?? '{}')) as { part?: string });
  expect(reports.find(({ part }) => part === 'sample.panel/panel')).toEqual({
    plugin: 'one',
    what: 'render',
    message: 'TypeError: no panel today',
    part: 'sample.panel/panel',
    file: 'Panel-x1.js:1:204',
  });
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(screen.getByText('here')).toBeTruthy();
});

test('A component in its plugin’s entry is shown with the entry’s texts; a lazy one waits for the others', async () => {
  const requests: string[] = [];
  const texts = Promise.withResolvers<{ default: Record<string, string> }>();
  const rest = (id: string) => () => {
    requests.push(id);
    return texts.promise;
  };
  const few = { hi: 'olá' };
  const Greeting = ({ of }: { of: string }) => `${useT()('hi')} ${of}`;
  const client = (id: string, load: () => Promise<{ default: typeof Greeting }>) =>
    defineClient(manifest(id), (host) => {
      host.locales({ pt: rest(id), en: rest(id), es: rest(id) });
      host.add(point<{ component: Part<{ of: string }> }>(panel.id), { id: 'greeting', component: lazyPart(load) });
    });
  const module = { Greeting };
  const inEntry = client('in-entry', async () => ({ default: (await __startModule(module)).Greeting }));
  const later = client('later', async () => ({ default: Greeting }));
  for (const [id, plugin] of Object.entries({ 'in-entry': inEntry, later }))
    await act(() => hostSide.register(id, plugin, { pt: few, en: few, es: few }));
  show(<Panels />);
  expect(await screen.findAllByText('olá x')).toHaveLength(1);
  expect(requests).toEqual(['later']);
  // Later files change the language, which waits for all texts.
  await act(async () => texts.resolve({ default: few }));
});
