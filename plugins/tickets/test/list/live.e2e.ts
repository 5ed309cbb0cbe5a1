import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { holdSocket, type Person } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { openNetworkLink } from '../../../../scripts/test/network-link.ts';
import type { Attendance } from '../attendance.ts';
import { countOn, names, openList, type ListScreen } from './screen.ts';

let screen: ListScreen;
let desk: Attendance;
let queue: number;
let ana: Person;
/** The window of Ana, for tests that need no fresh one. */
let page: Page;
beforeAll(async () => {
  screen = await openList();
  desk = await screen.desk();
  queue = await desk.queue('Vendas');
  await desk.routeTo(queue);
  ana = await desk.attendant('Ana', [queue], 'gestor');
  page = await screen.windowOf(ana);
});
beforeEach(() => desk.company.scope('tickets').sql.run(sql`delete from tickets.ticket`));
afterAll(() => screen?.close());
const soon = <T>(read: () => T | Promise<T>) => expect.poll(read);

test('After a lost connection every list converges to the state of the database', async () => {
  const bia = await desk.attendant('Bia', [queue], 'gestor');
  const opened = async (name: string): Promise<number> => {
    const { ticketId } = await desk.arrives(desk.number(), 'Bom dia', { name });
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: bia.id, queueId: queue });
    return ticketId;
  };
  const ids = [await opened('Um'), await opened('Dois'), await opened('Três')];
  await desk.arrives(desk.number(), 'Oi', { name: 'Espera' });
  const line = await openNetworkLink(screen.host.url);
  const hers = await screen.windowOf(bia, {}, line.url);
  await soon(() => names(hers)).toHaveLength(3);
  await hers.getByRole('tab', { name: /^Aguardando/ }).click();
  await soon(() => names(hers)).toEqual(['Espera']);
  await hers.getByRole('tab', { name: /^Atendendo/ }).click();
  await soon(() => names(hers)).toHaveLength(3);

  line.cut();
  await desk.admin.put(`/tickets/${ids[0]}`, { status: 'closed' });
  await desk.admin.delete(`/tickets/${ids[1]}`);
  await opened('Quatro');
  await desk.arrives(desk.number(), 'Oi', { name: 'Chegou' });
  await desk.arrives(desk.number(), 'Oi', { name: 'Chegou também' });
  expect((await names(hers)).toSorted()).toEqual(['Dois', 'Três', 'Um']);
  line.mend();

  const truth = async (status: string): Promise<string[]> => {
    const rows = await desk.company.scope('tickets').sql.rows<{ name: string }>(
      sql`select c.name from tickets.ticket t join contacts.contact c on c.company_id = t.company_id and c.id = t.contact_id
           where t.status = ${status}
           order by case when t.status = 'pending' then t.waiting_since end, t.updated_at desc, t.id desc`,
    );
    return rows.map(({ name }) => name);
  };
  await soon(() => names(hers)).toEqual(await truth('open'));
  await soon(() => countOn(hers, 'Atendendo')).toBe(2);
  await soon(() => countOn(hers, 'Aguardando')).toBe(3);
  await hers.getByRole('tab', { name: /^Aguardando/ }).click();
  await soon(() => names(hers)).toEqual(await truth('pending'));
  line.close();
  await hers.context().close();
});

test('A page that loses the connection while it loads the code of its socket is live once it is back', async () => {
  const fresh = await screen.windowOf(await desk.attendant('Caio', [queue], 'gestor'));
  // A browser remembers that a file which a module imports could not be loaded, and does not ask for it again.
  let isLost = false;
  const refused = new Set<string>();
  await fresh.route('**/host/shared/*', async (route) => {
    const url = route.request().url();
    if (url.includes('/socket-')) isLost = true;
    else if (isLost && !refused.has(url)) {
      refused.add(url);
      return route.abort();
    }
    return route.continue();
  });
  await fresh.goto(`${screen.host.url}/tickets?status=pending`);
  await soon(() => isLost).toBe(true);
  await desk.arrives(desk.number(), 'Oi', { name: 'Chegou' });
  await soon(() => names(fresh)).toEqual(['Chegou']);
  await desk.arrives(desk.number(), 'Oi', { name: 'Chegou também' });
  await soon(() => names(fresh)).toEqual(['Chegou', 'Chegou também']);
  await fresh.context().close();
});

test('A change between the first response and the first live update is shown too', async () => {
  await desk.arrives(desk.number(), 'Oi', { name: 'Primeira' });
  // The socket is late: the list has been answered long before its rooms are joined.
  const letGo = await holdSocket(page);
  await page.goto(`${screen.host.url}/tickets?status=pending`);
  await soon(() => names(page)).toEqual(['Primeira']);
  await desk.arrives(desk.number(), 'Oi', { name: 'Entre as duas' });
  letGo();
  await soon(() => names(page)).toEqual(['Primeira', 'Entre as duas']);
});

/** Scrolls to the end again and again until every page is there. */
const loadAll = (page: Page, rows: number): Promise<void> =>
  page.evaluate(async (wanted) => {
    for (;;) {
      const list = document.querySelector('[role="listbox"]');
      if (!list || list.scrollHeight >= wanted * 76) return;
      list.scrollTop = list.scrollHeight;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }, rows);

test('A list of 1,000 conversations renders only those in sight, wherever it is scrolled to', async () => {
  const { ticketId } = await desk.arrives(desk.number(), 'Oi');
  const { contactId } = (await desk.admin.get<{ contactId: number }>(`/tickets/${ticketId}`)).body;
  const { owner } = screen.host.kernel.database;
  await owner.query(`select set_config('app.company', kernel.company_mark($1), false)`, [desk.company.id]);
  await owner.query(
    `insert into tickets.ticket (company_id, status, contact_id, whatsapp_id, channel, user_id, closed_by, last_message, updated_at)
     select $1, 'closed', $4, $2, 'test', $3, $3, 'Mensagem número ' || n, now() - n * interval '1 minute'
       from generate_series(1, 1000) n`,
    [desk.company.id, desk.connectionId, ana.id, contactId],
  );
  await page.goto(`${screen.host.url}/tickets?status=closed`);
  await page.locator('[data-ticket]').first().waitFor();
  await loadAll(page, 1_000);
  for (const part of [0, 0.5, 1]) {
    await page.evaluate((at) => {
      const list = document.querySelector('[role="listbox"]');
      list?.scrollTo(0, at * list.scrollHeight);
    }, part);
    const body = `Mensagem número ${Math.round(1 + part * 999)}`;
    await page
      .getByRole('option')
      .filter({ hasText: new RegExp(`${body}(?!\\d)`) })
      .waitFor();
    expect(await page.locator('[data-ticket]').count()).toBeLessThan(60);
  }
});

test('The browser’s tab shows the number of unread conversations, on every page, and none when all are read', async () => {
  await page.goto(`${screen.host.url}/tickets`);
  await page.getByRole('searchbox').first().waitFor();
  const title = () => page.title();
  await soon(title).not.toMatch(/^\(/);
  const first = await desk.arrives(desk.number(), 'Um');
  await soon(title).toMatch(/^\(1\) /);
  const second = await desk.arrives(desk.number(), 'Dois');
  await soon(title).toMatch(/^\(2\) /);
  await page.getByRole('navigation').getByRole('link', { name: 'Contatos', exact: true }).first().click();
  await page.waitForURL('**/contacts');
  await soon(title).toMatch(/^\(2\) .*Contatos/);
  for (const { ticketUuid } of [first, second]) await desk.admin.put(`/tickets/${ticketUuid}/read`);
  await soon(title).not.toMatch(/^\(/);
});

test('Opening one conversation after the other while messages arrive leaves no nodes or listeners behind', async () => {
  const customers: string[] = [];
  for (const name of ['Um', 'Dois', 'Três']) {
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, 'Bom dia', { name });
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id, queueId: queue });
    customers.push(number);
  }
  await page.goto(`${screen.host.url}/tickets`);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const work = async (rounds: number): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      const name = ['Um', 'Dois', 'Três'][round % 3] ?? '';
      await page.locator('[data-ticket]').filter({ hasText: name }).first().click();
      await desk.arrives(customers[(round + 1) % 3] ?? '', `Recado ${round}`, {
        name: ['Dois', 'Três', 'Um'][round % 3],
      });
      await page
        .getByRole('region', { name: `Conversa com ${name}` })
        .getByRole('log')
        .waitFor();
    }
  };
  const held = async (): Promise<{ listeners: number; nodes: number }> => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
    return { listeners: of('JSEventListeners'), nodes: of('Nodes') };
  };
  await work(6);
  const before = await held();
  const openings = 12;
  await work(openings);
  // A further message adds a few nodes; a leak is a multiple of the openings.
  await soon(async () => (await held()).listeners).toBeLessThan(before.listeners + 2 * openings);
  await soon(async () => (await held()).nodes).toBeLessThan(before.nodes + 30 * openings);
});
