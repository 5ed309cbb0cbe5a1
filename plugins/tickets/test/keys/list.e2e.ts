import { afterAll, beforeAll, expect, test } from 'vitest';
import { names } from '../list/screen.ts';
import { openDesk, type Desk } from './desk.ts';

let at: Desk;
let desk: Desk['desk'];
let sales: Desk['sales'];
let support: Desk['support'];
let ana: Desk['ana'];
let bia: Desk['bia'];
let page: Desk['page'];
let keys: Desk['keys'];
let soon: Desk['soon'];
let button: Desk['button'];
let dialog: Desk['dialog'];
let stateOf: Desk['stateOf'];
let caseOf: Desk['caseOf'];
let list: Desk['list'];
let active: Desk['active'];
let walkTo: Desk['walkTo'];
let closed: Desk['closed'];
let said: Desk['said'];

beforeAll(async () => {
  at = await openDesk();
  ({
    desk,
    sales,
    support,
    ana,
    bia,
    page,
    keys,
    soon,
    button,
    dialog,
    stateOf,
    caseOf,

    list,
    active,
    walkTo,
    closed,
    said,
  } = at);
});
afterAll(() => at?.screen.close());

test('By keyboard alone the list is searched, narrowed by each filter, and cleared', async () => {
  const dora = await caseOf('Dora Lima');
  await caseOf('Elias Nunes');
  await desk.admin.put(`/tickets/${dora.uuid}/read`);
  await list();
  await soon(() => names(page)).toHaveLength(2);
  await keys.press('s');
  await keys.has(page.getByRole('searchbox'));
  await keys.type('dora');
  await soon(() => names(page)).toEqual(['Dora Lima']);
  await keys.press('Control+a', 'Delete');
  await soon(() => names(page)).toHaveLength(2);

  await keys.on(button('Filtros'));
  const filters = page.getByRole('region', { name: 'Filtros' });
  await keys.to(filters.getByRole('tab', { name: 'Todas' }));
  await keys.press('ArrowRight');
  await soon(() => names(page)).toEqual(['Elias Nunes']);
  await keys.press('ArrowRight');
  await soon(() => names(page)).toEqual(['Dora Lima']);
  await keys.on(button('Suporte', filters), 'Space');
  await soon(() => names(page)).toEqual([]);
  await keys.pick(filters.getByRole('combobox', { name: 'Atendentes' }), 'Bianca Reis');
  await soon(() => new URL(page.url()).searchParams.get('users')).toBe(String(bia.id));
  await keys.press('Escape');
  await keys.on(filters.getByRole('switch', { name: 'Mostrar todos' }), 'Space');
  await soon(() => new URL(page.url()).searchParams.get('all')).toBe('1');
  await keys.on(button('Limpar', filters));
  await soon(() => names(page)).toHaveLength(2);
  // Nothing is left to clear, and the focus stays.
  await keys.has(button('Limpar', filters));
  await keys.on(button('Filtros'), 'Enter', 'Shift+Tab');
  await closed(filters);
});

test('By keyboard alone the arrows switch between open, waiting and closed tickets', async () => {
  const tab = (name: RegExp) => page.getByRole('tab', { name });
  const isChosen = (name: RegExp) => soon(() => tab(name).getAttribute('aria-selected')).toBe('true');
  await list();
  await keys.to(tab(/^Atendendo/));
  await keys.press('ArrowRight');
  await isChosen(/^Aguardando/);
  await keys.to(tab(/^Abertos/), 'Shift+Tab');
  await keys.on(tab(/^Fechados/), 'Enter', 'ArrowRight');
  await isChosen(/^Fechados/);
  await keys.on(tab(/^Abertos/), 'Enter', 'ArrowLeft');
  await isChosen(/^Abertos/);
});

test('By keyboard alone a row’s menu marks as read, returns and deletes', async () => {
  const one = await caseOf('Fábio Menu');
  await list();
  await walkTo('Fábio Menu');
  await keys.press('Shift+F10');
  await keys.choose('Marcar como lida');
  await soon(async () => (await stateOf(one.id)).unreadMessages).toBe(0);
  await soon(active).toBe('Fábio Menu');
  await keys.press('Shift+F10');
  await keys.choose('Devolver para a fila');
  await said('Fábio Menu voltou para a fila');
  await soon(async () => (await stateOf(one.id)).status).toBe('pending');
  await list('?status=pending');
  await walkTo('Fábio Menu');
  await keys.press('Shift+F10');
  await keys.choose('Excluir');
  await keys.on(button('Excluir', page.getByRole('alertdialog')));
  await said('Atendimento excluído');
  expect((await desk.admin.get(`/tickets/${one.id}`)).status).toBe(404);
});

test('By keyboard alone the selection bar marks as read, tags, transfers and reopens', async () => {
  await desk.admin.post('/tags', { name: 'Campanha' });
  const one = await caseOf('Gil Muitos');
  const two = await caseOf('Hugo Muitos');
  const bar = page.getByRole('toolbar', { name: 'Atendimentos escolhidos' });
  const chooseBoth = async (search: string): Promise<void> => {
    await list(search);
    await walkTo('Hugo Muitos');
    await keys.press('x');
    await walkTo('Gil Muitos');
    await keys.press('x');
    await said('2 escolhidos');
  };
  await chooseBoth('');
  await keys.on(button('Marcar como lidas', bar), 'Enter', 'Shift+Tab');
  await soon(async () => (await stateOf(one.id)).unreadMessages + (await stateOf(two.id)).unreadMessages).toBe(0);

  await chooseBoth('');
  await keys.on(button('Tags', bar), 'Enter', 'Shift+Tab');
  await keys.to(dialog('Tags').getByRole('combobox', { name: 'Adicionar' }));
  await keys.type('camp');
  await keys.pick(dialog('Tags').getByRole('combobox', { name: 'Adicionar' }), 'Campanha');
  await keys.press('Escape');
  await keys.on(button('Aplicar', dialog('Tags')));
  await said('Tags de 2 atendimentos atualizadas.');

  await chooseBoth('');
  await keys.on(button('Transferir', bar), 'Enter', 'Shift+Tab');
  const whom = dialog('Transferir atendimento');
  await keys.pick(whom.getByRole('combobox', { name: /^Departamento/ }), 'Suporte');
  await keys.on(button('Transferir', whom));
  await said('2 atendimentos transferidos');
  await soon(async () => (await stateOf(two.id)).queueId).toBe(support);

  for (const { id } of [one, two])
    await desk.admin.put(`/tickets/${id}`, { status: 'closed', userId: ana.id, queueId: sales });
  await chooseBoth('?status=closed&all=1');
  await keys.on(button('Reabrir', bar), 'Enter', 'Shift+Tab');
  await said('2 atendimentos reabertos');
});

test('By keyboard alone a view is saved, chosen, renamed, moved and deleted', async () => {
  const views = () => page.getByRole('button', { name: /^Visões salvas/ });
  for (const [search, name] of [
    [`?queues=${sales}`, 'Vendas hoje'],
    [`?queues=${support}`, 'Suporte hoje'],
  ] as const) {
    await list(search);
    await keys.on(views());
    await keys.choose(/^Salvar visão/);
    await keys.has(dialog().getByLabel('Nome'));
    await keys.type(name);
    await keys.press('Enter');
    await said(`Visão “${name}” salva`);
  }
  await list();
  await keys.on(views());
  await keys.choose(/^Vendas hoje/);
  await soon(() => new URL(page.url()).search).toBe(`?queues=${sales}`);
  await keys.on(views());
  await keys.choose(/^Organizar/);
  const order = () =>
    dialog()
      .getByRole('textbox')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  await keys.on(button('Subir Suporte hoje', dialog()));
  await soon(order).toEqual(['Suporte hoje', 'Vendas hoje']);
  await keys.to(dialog().getByRole('textbox', { name: 'Nome da visão Vendas hoje' }));
  await keys.press('Control+a');
  await keys.type('Comercial');
  await keys.press('Enter');
  await keys.on(button('Excluir Comercial', dialog()));
  await soon(order).toEqual(['Suporte hoje']);
  await keys.on(button('Concluir', dialog()));
  await closed(dialog());
  await keys.has(views());
});

test('By keyboard alone the bell opens, and a waiting ticket is accepted there', async () => {
  await caseOf('Ivo Sino', true);
  await list();
  await keys.on(page.getByRole('button', { name: /^Mensagens não lidas/ }));
  const row = page.getByLabel('Mensagens não lidas').getByRole('listitem').filter({ hasText: 'Ivo Sino' });
  await keys.on(button('Aceitar', row));
  await page.getByRole('region', { name: 'Conversa com Ivo Sino' }).waitFor();
});

test('By keyboard alone a conversation is begun, with contact, queue and connection', async () => {
  const one = await caseOf('Jane Nova');
  await desk.admin.put(`/tickets/${one.id}`, { status: 'closed' });
  await page.goto(`${at.screen.host.url}/tickets`);
  await page.getByRole('searchbox', { name: 'Buscar contato ou mensagem' }).waitFor();
  await keys.press('n');
  const form = dialog('Novo atendimento');
  const whom = form.getByRole('combobox', { name: 'Contato' });
  await keys.has(whom);
  await keys.type('Jane');
  await page.getByRole('option', { name: /Jane Nova/ }).waitFor();
  await keys.pick(whom, /Jane Nova/);
  await keys.pick(form.getByRole('combobox', { name: /^Departamento/ }), 'Vendas');
  await keys.pick(form.getByRole('combobox', { name: /^Conexão/ }), 'Principal');
  await keys.on(button('Iniciar', form));
  await page.getByRole('region', { name: 'Conversa com Jane Nova' }).waitFor();
});

test('The list tests used no pointer', async () => {
  expect(await at.pointed()).toBe(false);
});

test('The row under the keyboard is prefetched, in the list and in the palette', async () => {
  const first = await caseOf('Ilda Rocha');
  const second = await caseOf('Jonas Melo');
  // Data that was updated less than a second before it is read is read again.
  await page.waitForTimeout(1_200);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const times = (path: string): number => asked.filter((each) => each === path).length;
  const messagesOf = ({ id }: { id: number }): string => `/api/messages/${id}`;
  await list();
  await walkTo('Ilda Rocha');
  await soon(() => times(messagesOf(first))).toBe(1);
  await keys.press('Enter');
  await soon(() => page.getByRole('log').textContent()).toContain('Bom dia');
  expect(times(messagesOf(first))).toBe(1);

  await keys.press('Control+k');
  await keys.type(`#${second.id}`);
  await page.getByRole('option', { name: /Jonas Melo/, selected: true }).waitFor();
  const detail = `/api/tickets/u/${second.uuid}`;
  await soon(() => [times(detail), times(messagesOf(second))]).toEqual([1, 1]);
  await keys.press('Enter');
  await page.getByRole('region', { name: 'Conversa com Jonas Melo' }).waitFor();
  await soon(() => page.getByRole('log').textContent()).toContain('Bom dia');
  expect([times(detail), times(messagesOf(second))]).toEqual([1, 1]);
});
