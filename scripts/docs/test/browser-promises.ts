import { createElement, type ComponentType, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import type { ContributedProps } from '@balcao/sdk/client';
import type { AssembledPlugin } from '../assemble.ts';
import { conversation, type Office } from './office.ts';
import { openWindow } from './window.ts';

/** The Portuguese text that each part shows once it has loaded. */
const shows: Readonly<Record<string, string | RegExp>> = {
  'office-clock': 'Padaria Aurora segue o horário de America/Sao_Paulo.',
  signature: 'Texto da assinatura',
  'waiting-panel': /Helena \d+ chegou/,
  'silence-filter': 'Qualquer tempo',
  vip: 'Contato importante',
  fair: 'Nenhuma feira ainda.',
  'copy-link': 'Copiar link',
  'good-example': 'prazo',
  'notice-board': 'Bolo na copa',
  suppliers: 'Nenhum fornecedor ainda',
  notices: 'Alterar',
  discounts: 'Você pode conceder 100 %.',
  logo: 'Escolher uma imagem',
  welcome: 'Olá, Admin!',
  'welcome-card': 'Escrever nas configurações',
  'duty-roster': 'Os dias de plantão vêm da escala.',
  'room-number': 'Exemplo',
  region: 'Exemplo',
  'erp-link': 'ERP',
  'phone-book': 'Página',
  greeter: 'Exemplo',
  pauses: 'Exemplo',
  'clock-face': 'Exemplo',
  'meeting-rooms': 'Sala de reunião',
  'room-booking': 'Reserva',
  polls: 'Que dia prefere?',
  grades: 'Grau 9',
  'good-morning': /Bom dia/,
  deliveries: 'Helena enviou a mercadoria para Santos',
  weekends: 'Fins de semana',
  polite: 'Exemplo',
};
/** Parts drawn over the page and not in it. */
const overThePage = new Set(['pauses']);
/** Parts that draw nothing by themselves. */
const undrawn = new Set(['late-bell', 'loyalty']);

const nothing = (): undefined => undefined;
/** Minimal props of the parts of these pages, by point. */
const given = {
  value: '',
  onChange: nothing,
  onChanged: nothing,
  values: {},
  setValue: nothing,
  company: { id: 1, name: 'Padaria Aurora' },
  contact: { id: 1, name: 'Helena' },
  isNote: false,
  query: '',
  insert: nothing,
  pick: nothing,
  highlight: nothing,
  sent: nothing,
  close: nothing,
  tickets: [],
  message: {
    body: '👋',
    dataJson: { kind: 'polls.poll', question: 'Que dia prefere?', options: ['Sexta', 'Sábado'] },
  },
  data: { city: 'Santos' },
  filter: { from: '2026-01-01', to: '2026-01-31', queueIds: [], userIds: [] },
  user: { id: 1, name: 'Helena' },
  createdAt: '2026-01-05T12:00:00.000Z',
  choice: { model: 'gpt-5-mini' },
  onUse: nothing,
  onClose: nothing,
};

interface Shown {
  plugin: string;
  id: string;
  component?: ComponentType<object>;
}

/** Declares tests that draw every part of every page in a page of its own, against the real server. */
export function declareBrowserPromises({ host, company }: Office, plugins: readonly AssembledPlugin[]): void {
  const withClient = plugins.filter(({ hasClient }) => hasClient);

  let hasWindow = false;
  /** Loaded only once there is a window: the code looks it up when it is loaded, and keeps it. */
  const open = async () => {
    if (!hasWindow) openWindow(host.url);
    hasWindow = true;
    const [client, fluent, query, router, { within }, { createRoot }] = await Promise.all([
      import('@balcao/sdk/client'),
      import('@fluentui/react-components'),
      import('@tanstack/react-query'),
      import('react-router-dom'),
      import('@testing-library/react'),
      import('react-dom/client'),
    ]);
    const { hostSide } = client;
    const { email, password } = company.admin;
    const answer = await host.nobody.post('/auth/login', { email, password });
    hostSide.acceptSession(answer.body);
    hostSide.store.set(hostSide.modulesAtom, new Set(withClient.map(({ id }) => id)));
    /** Wraps a part in the providers of a page. */
    const onPage = (children: ReactNode) =>
      createElement(
        fluent.FluentProvider,
        { theme: fluent.webLightTheme },
        createElement(
          query.QueryClientProvider,
          { client: client.queryClient },
          createElement(router.MemoryRouter, {}, children),
        ),
      );
    const Contributed = client.Contributed as ComponentType<Omit<ContributedProps, 'children'>>;
    return { client, onPage, Contributed, within, createRoot };
  };

  test('every part of every documentation page shows the promised text', async () => {
    const { id, contactId } = await conversation(company);
    await company.admin.put(`/vip/${contactId}`);
    await company.admin.put(`/grades/${id}`, { grade: 9 });
    await company.admin.put('/notice-board', { text: 'Bolo na copa' });
    const list = await company.admin.get<{ tickets: { id: number }[] }>('/tickets?showAll=true&status=pending');
    const ticket = list.body.tickets.find((one) => one.id === id);
    const { client, onPage, Contributed, within, createRoot } = await open();
    const { hostSide } = client;
    const missing: string[] = [];
    for (const { id: plugin, folder } of withClient) {
      const { default: part } = await import(/* @vite-ignore */ `${folder}/client/index.tsx`);
      await hostSide.register(plugin, part);
      const items = [...hostSide.store.get(hostSide.shownAtom).values()].flat() as Shown[];
      const parts = items.filter((item) => item.plugin === plugin && item.component);
      expect(
        items.some((item) => item.plugin === plugin),
        `${plugin} adds a part`,
      ).toBe(true);
      if (undrawn.has(plugin)) continue;
      expect(parts.length, `${plugin} adds a part that is drawn`).toBeGreaterThan(0);
      const props = { ...given, ticket };
      const container = document.body.appendChild(document.createElement('div'));
      const drawn = within(overThePage.has(plugin) ? document.body : container);
      const tree = createRoot(container);
      const drawing = parts.map((item) =>
        createElement(Contributed, { key: item.id, item }, item.component && createElement(item.component, props)),
      );
      tree.render(onPage(drawing));
      const wanted = shows[plugin];
      if (wanted === undefined) missing.push(plugin);
      else
        await vi.waitFor(
          () =>
            expect(
              [...drawn.queryAllByText(wanted), ...drawn.queryAllByLabelText(wanted)].length,
              `${plugin}: ${container.textContent}`,
            ).toBeGreaterThan(0),
          // Parts are imported as they are, with all dependencies, which takes a while on a busy machine.
          { timeout: 30_000, interval: 50 },
        );
      tree.unmount();
      container.remove();
      hostSide.unregister(plugin);
    }
    hostSide.dropSession('signed-out');
    expect(missing, 'say above what these show').toEqual([]);
  }, 240_000);

  test('a documentation page draws another plugin’s exposed component with that plugin’s texts, and renders without it while it is off', async () => {
    const { client, onPage, Contributed, within, createRoot } = await open();
    const { hostSide } = client;
    const install = async (id: string): Promise<void> => {
      const { folder } = plugins.find((one) => one.id === id) ?? { folder: id };
      const { default: part } = await import(/* @vite-ignore */ `${folder}/client/index.tsx`);
      await hostSide.register(id, part);
    };
    const { store, modulesAtom, shownAtom } = hostSide;
    store.set(modulesAtom, new Set(['room-booking']));
    await install('room-booking');
    const shown = [...store.get(shownAtom).values()].flat() as Shown[];
    const page = shown.find(({ plugin }) => plugin === 'room-booking');
    const container = document.body.appendChild(document.createElement('div'));
    const tree = createRoot(container);
    const drawn = within(container);
    expect(page?.component, 'the page is there').toBeDefined();
    if (page?.component) tree.render(onPage(createElement(Contributed, { item: page }, createElement(page.component))));
    await drawn.findByText('As salas se reservam na recepção.', {}, { timeout: 10_000 });
    await install('meeting-rooms');
    await drawn.findByLabelText('Sala de reunião', {}, { timeout: 10_000 });
    expect(drawn.queryByText('As salas se reservam na recepção.')).toBeNull();
    hostSide.unregister('meeting-rooms');
    await drawn.findByText('As salas se reservam na recepção.', {}, { timeout: 10_000 });
    tree.unmount();
    container.remove();
    hostSide.unregister('room-booking');
    hostSide.dropSession('signed-out');
  }, 60_000);
}
