import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { Person } from '@balcao/testing';
import { channelInbox } from '@balcao/connections/contract';
import type { Attendance } from '../attendance.ts';
import { countOn, names, openList, row, type ListScreen } from './screen.ts';

let screen: ListScreen;
let desk: Attendance;
let sales: number;
let support: number;
let ana: Person;
let bia: Person;
let caio: Person;
/** The window of Ana. */
let page: Page;
/** The windows of Bia and Caio. */
let other: Page;
let his: Page;
beforeAll(async () => {
  screen = await openList();
  desk = await screen.desk();
  [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
  await desk.routeTo(sales);
  ana = await desk.attendant('Ana', [sales, support], 'gestor');
  bia = await desk.attendant('Bia', [sales], 'gestor');
  caio = await desk.attendant('Caio', [sales]);
  page = await screen.windowOf(ana);
  other = await screen.windowOf(bia);
  his = await screen.windowOf(caio);
});
beforeEach(() => desk.company.scope('tickets').sql.run(sql`delete from tickets.ticket`));
afterAll(() => screen?.close());

/** Other people's tests may keep the machine busy. */
const soon = <T>(read: () => T | Promise<T>) => expect.poll(read);
const filterOf = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);
const toast = (page: Page, text: RegExp | string) => page.getByText(text).first();

const show = (search = '', of = page) => of.goto(`${screen.host.url}/tickets${search}`);
const attended = async (by: Person, queueId: number, name: string, body = 'Bom dia') => {
  const ticket = await desk.arrives(desk.number(), body, { name });
  await desk.admin.put(`/tickets/${ticket.ticketId}`, { status: 'open', userId: by.id, queueId });
  return ticket;
};

describe('The filters of the list', () => {
  test('Filters are in the address, so that the link shows a colleague the same list, and are counted and cleared in one place', async () => {
    const [vip] = [(await desk.admin.post<{ id: number }>('/tags', { name: 'VIP' })).body.id];
    const maria = await attended(ana, sales, 'Maria');
    await attended(ana, support, 'João');
    await attended(ana, sales, 'Pedro');
    await desk.admin.post('/tags/sync', { ticketId: maria.ticketId, tags: [vip] });
    await show();
    await soon(() => names(page)).toHaveLength(3);

    await page.getByRole('button', { name: 'Filtros' }).click();
    const panel = page.getByRole('region', { name: 'Filtros' });
    // A single connection is no choice.
    await expect.poll(() => panel.getByRole('combobox', { name: 'Conexão' }).count()).toBe(0);
    await panel.getByRole('tab', { name: 'Não lidas' }).click();
    await panel.getByRole('button', { name: 'Vendas' }).click();
    await panel.getByRole('combobox', { name: 'Tags' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'VIP' }).click();
    await page.keyboard.press('Escape');
    await panel.getByRole('switch', { name: 'Mostrar todos' }).click();
    await soon(() => names(page)).toEqual(['Maria']);
    await panel.getByText('1 atendimento com 4 filtros').waitFor();
    expect([filterOf(page, 'read'), filterOf(page, 'queues'), filterOf(page, 'tags'), filterOf(page, 'all')]).toEqual([
      'unread',
      String(sales),
      `[${vip}]`,
      '1',
    ]);

    const link = page.url();
    await other.goto(link);
    await soon(() => names(other)).toEqual(['Maria']);
    // The panel is closed there: the line says why so few are shown.
    await other.getByText('1 atendimento com 4 filtros').waitFor();
    await other.getByRole('button', { name: 'Limpar' }).click();
    await soon(() => new URL(other.url()).search).toBe('');
  });

  test('The search starts at two characters, once typing pauses, and an empty search returns to the open tickets', async () => {
    await attended(ana, sales, 'Zulmira');
    await desk.arrives(desk.number(), 'Bom dia', { name: 'Zuleica' });
    await show();
    await row(page, 'Zulmira').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/tickets') asked.push(url.searchParams.get('searchParam') ?? '');
    });
    const search = page.getByRole('searchbox', { name: 'Buscar contato ou mensagem' });
    await search.pressSequentially('zul', { delay: 60 });
    await soon(() => asked).toContain('zul');
    expect(asked.filter((term) => term !== '' && term !== 'zul')).toEqual([]);
    await page.getByRole('tab', { name: /^Aguardando/ }).click();
    await soon(() => names(page)).toEqual(['Zuleica']);
    await search.fill('');
    await soon(() => [filterOf(page, 'q'), filterOf(page, 'status')]).toEqual([null, null]);
    await soon(() => names(page)).toEqual(['Zulmira']);
  });

  test('The show-all switch and the filter by attendant are for managers alone', async () => {
    await show('', his);
    await his.getByRole('button', { name: 'Filtros' }).click();
    const panel = his.getByRole('region', { name: 'Filtros' });
    await panel.getByRole('button', { name: 'Vendas' }).waitFor();
    await expect.poll(() => panel.getByRole('switch', { name: 'Mostrar todos' }).count()).toBe(0);
    await expect.poll(() => panel.getByRole('combobox', { name: 'Atendentes' }).count()).toBe(0);
    // An address with them does not show more than this person may see.
    await show(`?all=1&users=${desk.admin.id}`, his);
    await his.getByRole('button', { name: 'Filtros', exact: true }).waitFor();
  });
});

describe('A row of the list', () => {
  test('A row leaves when it no longer matches the status, the person or the queue, and the badges are right', async () => {
    const [one, two, three] = [
      await attended(ana, sales, 'Um'),
      await attended(ana, sales, 'Dois'),
      await attended(ana, sales, 'Três'),
    ];
    await attended(ana, sales, 'Quatro');
    await show(`?queues=${sales}`);
    await soon(() => names(page)).toHaveLength(4);
    await desk.admin.put(`/tickets/${one.ticketId}`, { status: 'closed' });
    await soon(() => names(page)).toEqual(['Quatro', 'Três', 'Dois']);
    await desk.admin.put(`/tickets/${two.ticketId}`, { status: 'open', userId: bia.id, queueId: sales });
    await soon(() => names(page)).toEqual(['Quatro', 'Três']);
    await desk.admin.put(`/tickets/${three.ticketId}`, { status: 'open', userId: ana.id, queueId: support });
    await soon(() => names(page)).toEqual(['Quatro']);
    await soon(() => countOn(page, 'Atendendo')).toBe(1);
    await desk.arrives(desk.number(), 'Oi', { name: 'Novo' });
    await soon(() => countOn(page, 'Aguardando')).toBe(1);
  });

  test('A row of a list narrowed by a tag comes and goes with the tag, and all leave when the tag is deleted', async () => {
    const tag = (await desk.admin.post<{ id: number }>('/tags', { name: 'Passageira' })).body.id;
    const [one, two] = [await attended(ana, sales, 'Primeira'), await attended(ana, sales, 'Segunda')];
    await desk.admin.post('/tags/sync', { ticketId: one.ticketId, tags: [tag] });
    await show(`?tags=[${tag}]`);
    await soon(() => names(page)).toEqual(['Primeira']);
    await desk.admin.post('/tags/sync', { ticketId: two.ticketId, tags: [tag] });
    await soon(() => names(page)).toHaveLength(2);
    await desk.admin.post('/tags/sync', { ticketId: one.ticketId, tags: [] });
    await soon(() => names(page)).toEqual(['Segunda']);
    await soon(() => countOn(page, 'Atendendo')).toBe(1);
    await desk.admin.delete(`/tags/${tag}`);
    await soon(() => names(page)).toEqual([]);
    await soon(() => countOn(page, 'Atendendo')).toBe(0);
  });

  test('A row shows its queue, 30 characters of the last message, the unread count, two tags and the number of others', async () => {
    const long = 'Preciso de ajuda com o processo da minha mãe';
    const ticket = await attended(ana, sales, 'Marcada', long);
    const tags: number[] = [];
    for (const name of ['Alfa', 'Beta', 'Gama', 'Delta'])
      tags.push((await desk.admin.post<{ id: number }>('/tags', { name })).body.id);
    await desk.admin.post('/tags/sync', { ticketId: ticket.ticketId, tags });
    await show();
    const marked = row(page, 'Marcada');
    await marked.getByText('Mais 2').waitFor();
    await expect
      .poll(() => marked.getByRole('img', { name: 'Departamento Vendas' }).getAttribute('title'))
      .toBe('Vendas');
    await marked.getByText(`${long.slice(0, 30)}…`).waitFor();
    await expect.poll(() => marked.getByText('Gama', { exact: true }).count()).toBe(0);
    await marked.getByText('mensagem não lida').waitFor({ state: 'attached' });
  });

  test('A row shows that the customer is typing, also when another conversation is open', async () => {
    const number = desk.number();
    const ticket = await desk.arrives(number, 'Oi', { name: 'Digitadora' });
    await desk.admin.put(`/tickets/${ticket.ticketId}`, { status: 'open', userId: ana.id, queueId: sales });
    await show();
    await row(page, 'Digitadora').waitFor();
    const from = { channel: 'test', scope: '', kind: 'phone', value: number } as const;
    const inbox = desk.company.scope('tickets').use(channelInbox);
    const typing = row(page, 'Digitadora').getByText('digitando…');
    await soon(async () => {
      await inbox.presence(desk.connectionId, from, 'composing');
      return typing.count();
    }).toBe(1);
    await desk.arrives(number, 'Escrevi');
    await typing.waitFor({ state: 'detached' });
  });
});

describe('A list longer than the screen', () => {
  test('The list loads more within 100 px of the bottom, and requests nothing that nobody scrolled to', async () => {
    for (let count = 0; count < 60; count += 1) await desk.arrives(desk.number(), 'Oi');
    await show();
    // The same page may be requested again once the list receives live updates.
    const asked = new Set<string | null>();
    page.on('request', (request) => {
      const { pathname, searchParams: asks } = new URL(request.url());
      // The bell and the welcome page beside the list request too.
      const isList = pathname === '/api/tickets' && !asks.has('pageSize') && !asks.has('withUnreadMessages');
      if (isList && asks.get('status') === 'pending') asked.add(asks.get('pageNumber'));
    });
    await show('?status=pending');
    const rows = page.getByRole('listbox').first();
    const height = () => soon(() => rows.evaluate((box) => box.scrollHeight));
    await height().toBe(40 * 76 + 8);
    expect([...asked]).toEqual(['1']);
    await rows.evaluate((box) => box.scrollTo({ top: box.scrollHeight - box.clientHeight - 100 }));
    await height().toBe(60 * 76 + 8);
    expect([...asked]).toEqual(['1', '2']);
  });
});

describe('Two attendants who accept at once', () => {
  test('One of two attendants gets the conversation, and the other is told who', async () => {
    const ticket = await desk.arrives(desk.number(), 'Quem atende?', { name: 'Disputada' });
    const [first, second] = [page, other];
    for (const of of [first, second]) {
      await show('?status=pending', of);
      await row(of, 'Disputada').hover();
    }
    // The second's response waits until the first has it: both had pressed by then.
    let pressed = (): void => undefined;
    const bothPressed = new Promise<void>((resolve) => (pressed = resolve));
    let letGo = (): void => undefined;
    const isTaken = new Promise<void>((resolve) => (letGo = resolve));
    await second.route(`**/api/tickets/${ticket.ticketId}`, async (route) => {
      if (route.request().method() === 'PUT') {
        pressed();
        await isTaken;
      }
      await route.continue();
    });
    await row(second, 'Disputada').locator('[data-accept]').click();
    await bothPressed;
    await row(first, 'Disputada').locator('[data-accept]').click();
    await first.getByRole('region', { name: 'Conversa com Disputada' }).waitFor();
    letGo();
    await toast(second, 'Ana já aceitou este atendimento').waitFor();
    await soon(() => names(second)).toEqual([]);
    expect(new URL(second.url()).pathname).toBe('/tickets');
    await second.unrouteAll();
  });
});

describe('The peek dialog', () => {
  test('A peek shows the last messages without opening the ticket or marking it read, to people with the permission', async () => {
    const ticket = await attended(ana, sales, 'Espiada', 'Ninguém leu isto ainda');
    await show();
    await row(page, 'Espiada').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /Espiar/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Últimas conversas' });
    await dialog.getByText('Ninguém leu isto ainda').waitFor();
    await expect.poll(() => dialog.getByRole('textbox').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Fechar' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/tickets');
    const { body } = await desk.admin.get<{ unreadMessages: number }>(`/tickets/${ticket.ticketId}`);
    expect(body.unreadMessages).toBe(1);

    await attended(caio, sales, 'Do Caio');
    await show('', his);
    await row(his, 'Do Caio').click({ button: 'right' });
    await his.getByRole('menuitem', { name: 'Abrir' }).waitFor();
    await expect.poll(() => his.getByRole('menuitem', { name: /Espiar/ }).count()).toBe(0);
    await expect.poll(() => his.getByRole('menuitem', { name: 'Excluir' }).count()).toBe(0);
  });
});
