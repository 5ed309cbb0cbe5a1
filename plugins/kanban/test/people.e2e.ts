import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { roomJoined, type Person, type TestHost } from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { patienceMs } from '../../../scripts/test/patience.ts';
import { signIn } from '../../../scripts/test/product/product.ts';
import { Office, startOffice } from './office.ts';

/** How long two people fight for the same cards; the acceptance asks for a minute: `KANBAN_FIGHT_SECONDS=60`. */
const fightSeconds = Number(process.env['KANBAN_FIGHT_SECONDS'] ?? 3);

let host: TestHost;
let browser: Browser;
let office: Office;
let ana: Page;
let bia: Page;
let phone: Page;
const troubles: string[] = [];
const cards = new Map<string, number>();

const openBoard = async (person: Person, options: BrowserContextOptions, query = 'view=all'): Promise<Page> => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  page.on('pageerror', (error) => troubles.push(error.message));
  await signIn(page, host.url, person.email, person.password, `/kanban?${query}`);
  await page.locator('a[data-card]').first().waitFor();
  return page;
};

beforeAll(async () => {
  host = await startOffice();
  office = await Office.of(host);
  const [one, other] = [await office.company.person('admin', 'Ana Prado'), await office.company.person('admin', 'Bia')];
  for (const name of ['Cida Rocha', 'Davi Nunes', 'Elis Couto', 'Fábio Melo'])
    cards.set(name, await office.attended(one, name));
  const ids = [...cards.values()];
  await office.admin.post(`/kanban-tickets/${office.kanbanId}/bulk`, { ticketIds: ids, targetLaneId: 'lane2' });
  browser = await launchBrowser();
  ana = await openBoard(one, {});
  bia = await openBoard(other, {});
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

const idOf = (name: string): number => cards.get(name) ?? 0;
const lane = (page: Page, title: string) => page.getByRole('region', { name: new RegExp(`^${title}, \\d+ cart`) });
const card = (page: Page, name: string) => page.locator(`a[data-card="${idOf(name)}"]`);
const patience = { timeout: patienceMs, interval: 200 };
const soon = <T>(read: () => T | Promise<T>) => expect.poll(read);
/** The cards of each lane from top to bottom, as a page shows them. */
const shown = (page: Page) =>
  page
    .getByRole('region', { name: /, \d+ cart/ })
    .evaluateAll((lanes) =>
      lanes.map((each) =>
        [...each.querySelectorAll('a[data-card]')].map((one) => Number(one.getAttribute('data-card'))),
      ),
    );
const stored = async () =>
  (await office.board(office.admin, '?view=all')).lanes.map((each) => each.cards.map(({ id }) => id));
const laneOf = async (name: string) =>
  (
    await office
      .sql()
      .one<{ lane: string }>(sql`select lane_id as lane from kanban.card where ticket_id = ${idOf(name)}`)
  )?.lane;

test('a colleague sees who holds a card, and a moved card is in its new lane on both screens', async () => {
  const box = await card(ana, 'Cida Rocha').boundingBox();
  const target = await lane(ana, 'Proposta enviada').boundingBox();
  if (!box || !target) throw new Error('the board is not shown');
  await ana.mouse.move(box.x + 60, box.y + 20);
  await ana.mouse.down();
  // A drag begins some pixels away, and in Chromium only after a moment.
  await ana.mouse.move(box.x + 70, box.y + 26, { steps: 4 });
  await ana.waitForTimeout(300);
  await ana.mouse.move(target.x + 60, target.y + 100, { steps: 8 });
  await bia.getByText('Ana Prado está movendo').waitFor();
  await ana.mouse.up();
  await lane(bia, 'Proposta enviada')
    .locator(`a[data-card="${idOf('Cida Rocha')}"]`)
    .waitFor();
  await soon(() => bia.getByText('Ana Prado está movendo').count()).toBe(0);
  await soon(() => laneOf('Cida Rocha')).toBe('lane4');
});

test('two people fight for the same cards: the database, both screens and a fresh load agree in the end', async () => {
  const until = Date.now() + fightSeconds * 1000;
  let tries = 0;
  const fight = async (page: Page, me: number): Promise<void> => {
    const names = [...cards.keys()];
    for (let turn = 0; Date.now() < until || turn < 30; turn += 1) {
      const one = card(page, names[(turn * (me + 1)) % names.length] ?? '');
      const key = (turn * 7 + me) % 3 === 0 ? 'ArrowLeft' : 'ArrowRight';
      const isDown = turn % 4 === 3;
      // The other person may take the card from under the hand.
      await one.focus({ timeout: 2_000 }).catch(() => undefined);
      await page.keyboard.press(isDown ? 'Control+Shift+ArrowDown' : `Control+Shift+${key}`);
      tries += 1;
      if (me === 0) await page.waitForTimeout((turn % 5) * 20);
    }
  };
  await Promise.all([fight(ana, 0), fight(bia, 1)]);
  const versions = await office.sql().one<{ moves: number }>(sql`select sum(version)::int as moves from kanban.card`);
  expect(versions?.moves).toBeGreaterThan(fightSeconds * 2);
  // The last moves are still on their way when the fight ends.
  await vi.waitFor(async () => {
    const screens = [await shown(ana), await shown(bia)];
    const database = await stored();
    expect(screens).toEqual([database, database]);
  }, patience);
  await ana.reload();
  await card(ana, 'Cida Rocha').waitFor();
  await expect.poll(() => shown(ana)).toEqual(await stored());
  console.log(`${tries} tries in ${fightSeconds} s, ${versions?.moves} moves`);
}, 240_000);

test('a card stays where it was put from the conversation beside the board, and the log says from where and by whom', async () => {
  await office.move(office.admin, idOf('Davi Nunes'), 'lane2');
  await lane(ana, 'Consulta agendada')
    .locator(`a[data-card="${idOf('Davi Nunes')}"]`)
    .click();
  const side = ana.getByRole('complementary', { name: 'Conversa' });
  // The field moves as long as the parts beside the conversation are loading.
  await side.getByRole('textbox').first().waitFor();
  await ana.waitForLoadState('networkidle');
  await side.getByRole('combobox').first().click();
  await ana.getByRole('option', { name: 'Contrato fechado' }).click();
  await soon(() => laneOf('Davi Nunes')).toBe('lane5');
  await ana.reload();
  await lane(ana, 'Contrato fechado')
    .locator(`a[data-card="${idOf('Davi Nunes')}"]`)
    .waitFor();
  const log = (
    await office.admin.get<{ type: string; user: { name: string } | null; data?: object }[]>(
      `/tickets-log/${idOf('Davi Nunes')}`,
    )
  ).body;
  const last = log.findLast(({ type }) => type === 'kanban.moved');
  expect([last?.user?.name, last?.data]).toEqual([
    'Ana Prado',
    { from: 'Consulta agendada', lane: 'Contrato fechado' },
  ]);
});

test('a conversation that a colleague gives away leaves one’s own board with its number, without a reload', async () => {
  await ana.goto(`${host.url}/kanban`);
  await card(ana, 'Elis Couto').waitFor();
  const before = await ana.locator('a[data-card]').count();
  const queueId = office.queueId;
  const given = { status: 'open', userId: office.admin.id, queueId };
  expect(await office.admin.put(`/tickets/${idOf('Elis Couto')}`, given)).toMatchObject({ status: 200 });
  await soon(() => ana.locator('a[data-card]').count()).toBe(before - 1);
  await ana.getByText(new RegExp(`^${before - 1} atendimentos ·`)).waitFor();
});

test('a reminder that waits is on the card, is put off for a day and cancelled from the card’s menu', async () => {
  await office.admin.put(`/kanban-boards/${office.kanbanId}`, { followUp: true });
  const config = {
    message: 'Ainda tem interesse?',
    initialDelay: 3,
    intervalDelay: 24,
    action: 'close',
    targetLane: null,
  };
  await office.admin.put(`/kanban-boards/${office.kanbanId}/lanes/lane3`, { followUpConfig: config });
  await office.move(office.admin, idOf('Fábio Melo'), 'lane2');
  await office.move(office.admin, idOf('Fábio Melo'), 'lane3');
  const item = ana.getByRole('listitem').filter({ has: card(ana, 'Fábio Melo') });
  await item.getByText('Lembrete em 3 h, 1 de 2').waitFor();
  await item.hover();
  await item.getByRole('button', { name: 'Opções de Fábio Melo' }).click();
  await ana.getByRole('menuitem', { name: 'Adiar lembrete 24 h' }).click();
  await item.getByText('Lembrete em 27 h, 1 de 2').waitFor();
  await item.hover();
  await item.getByRole('button', { name: 'Opções de Fábio Melo' }).click();
  await ana.getByRole('menuitem', { name: 'Cancelar lembrete' }).click();
  await soon(() => item.getByText('Lembrete em').count()).toBe(0);
});

test('a reminder that is put off while its lane is being read shows its new time when the response comes late', async () => {
  await office.move(office.admin, idOf('Fábio Melo'), 'lane2');
  await office.move(office.admin, idOf('Fábio Melo'), 'lane3');
  const item = ana.getByRole('listitem').filter({ has: card(ana, 'Fábio Melo') });
  await item.getByText('Lembrete em 3 h, 1 de 2').waitFor();
  const gate = Promise.withResolvers<void>();
  const isRead = Promise.withResolvers<void>();
  await ana.route(/\/kanban-cards\?.*lane3/, async (route) => {
    const response = await route.fetch();
    isRead.resolve();
    await gate.promise;
    await route.fulfill({ response });
  });
  await office.move(office.admin, idOf('Davi Nunes'), 'lane3');
  await isRead.promise;
  await office.admin.put(`/kanban-follow-ups/${idOf('Fábio Melo')}`, { postponeHours: 24 });
  await item.getByText('Lembrete em 27 h, 1 de 2').waitFor();
  gate.resolve();
  await lane(ana, 'Documentação')
    .locator(`a[data-card="${idOf('Davi Nunes')}"]`)
    .waitFor();
  expect(await item.getByText(/Lembrete em \d+ h/).textContent()).toContain('Lembrete em 27 h');
  await ana.unroute(/\/kanban-cards\?.*lane3/);
  await office.admin.put(`/kanban-follow-ups/${idOf('Fábio Melo')}`, { cancel: true });
  await soon(() => item.getByText('Lembrete em').count()).toBe(0);
});

test('a card goes to another board by its menu, which finds its lanes by typing, and comes back by undoing', async () => {
  const made = await office.admin.post<{ kanbanId: number }>('/kanban-boards', { title: 'Pós-venda' });
  const boardOf = async () =>
    (
      await office
        .sql()
        .one<{ id: number }>(sql`select board_id as id from kanban.card where ticket_id = ${idOf('Fábio Melo')}`)
    )?.id;
  await ana.goto(`${host.url}/kanban?view=all`);
  await card(ana, 'Fábio Melo').focus();
  await ana.keyboard.press('m');
  const search = ana.getByRole('combobox', { name: 'Mover Fábio Melo para…' });
  await search.fill('pos-venda: doc');
  await ana.getByRole('option', { name: 'Pós-venda: Documentação' }).waitFor();
  await ana.keyboard.press('Enter');
  // An offer stays while it is pointed at.
  await ana.getByRole('button', { name: 'Desfazer' }).last().hover();
  await card(ana, 'Fábio Melo').waitFor({ state: 'detached' });
  await soon(boardOf).toBe(made.body.kanbanId);
  await ana.getByRole('button', { name: 'Desfazer' }).last().click();
  await card(ana, 'Fábio Melo').waitFor();
  await soon(boardOf).toBe(office.kanbanId);
});

test('conversations that are selected in the list are moved to a lane together, and are there on the board', async () => {
  await ana.goto(`${host.url}/tickets`);
  for (const name of ['Davi Nunes', 'Fábio Melo'])
    await ana.locator('[data-ticket]').filter({ hasText: name }).locator('[data-choose]').click();
  await ana.getByRole('button', { name: 'Mover no CRM' }).click();
  const dialog = ana.getByRole('dialog', { name: 'Mover no CRM' });
  await dialog.getByRole('combobox', { name: 'Etapa no CRM' }).click();
  await ana.getByRole('option', { name: 'Concluído' }).click();
  await dialog.getByRole('button', { name: 'Mover', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await soon(async () => [await laneOf('Davi Nunes'), await laneOf('Fábio Melo')]).toEqual(['lane6', 'lane6']);
  await ana.goto(`${host.url}/kanban`);
  await lane(ana, 'Concluído')
    .locator(`a[data-card="${idOf('Davi Nunes')}"]`)
    .waitFor();
});

test('a card that a colleague moves while this person opens another one is shown in its new lane', async () => {
  await office.move(office.admin, idOf('Davi Nunes'), 'lane2');
  await office.move(office.admin, idOf('Fábio Melo'), 'lane2');
  const isLive = roomJoined(ana, 'kanban.board');
  await ana.goto(`${host.url}/kanban?view=all`);
  await lane(ana, 'Consulta agendada')
    .locator(`a[data-card="${idOf('Fábio Melo')}"]`)
    .waitFor();
  await bia.goto(`${host.url}/kanban?view=all`);
  await card(bia, 'Fábio Melo').waitFor();
  // The first change is being read when the second one comes, which waits for its turn.
  const gate = Promise.withResolvers<void>();
  const reading = ana.waitForRequest(/\/kanban-cards\?/);
  await ana.route(/\/kanban-cards\?/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await isLive;
  await office.move(office.admin, idOf('Davi Nunes'), 'lane3');
  await reading;
  await office.move(office.admin, idOf('Fábio Melo'), 'lane4');
  await lane(bia, 'Proposta enviada')
    .locator(`a[data-card="${idOf('Fábio Melo')}"]`)
    .waitFor();
  await card(ana, 'Cida Rocha').click();
  await ana.getByRole('complementary', { name: 'Conversa' }).waitFor();
  gate.resolve();
  await lane(ana, 'Proposta enviada')
    .locator(`a[data-card="${idOf('Fábio Melo')}"]`)
    .waitFor();
  await ana.unroute(/\/kanban-cards\?/);
});

test('on a phone the lanes are swiped one by one, and a card is moved by its menu from the bottom', async () => {
  const person = await office.company.person('admin', 'Gil');
  await office.move(office.admin, idOf('Cida Rocha'), 'lane1');
  phone = await openBoard(person, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const chips = phone.getByRole('navigation', { name: 'Colunas' });
  const current = () => chips.locator('[aria-current="true"]').textContent();
  const swipe = await phone.context().newCDPSession(phone);
  await swipe.send('Input.synthesizeScrollGesture', { x: 300, y: 500, xDistance: -260, yDistance: 0, speed: 1200 });
  await soon(current).toMatch(/^Consulta agendada/);
  await chips.getByRole('button').first().tap();
  await soon(current).not.toMatch(/^Consulta agendada/);
  await phone.getByRole('button', { name: 'Opções de Cida Rocha' }).tap();
  const sheet = phone.getByRole('dialog', { name: /^Mover Cida Rocha para/ });
  await sheet.getByRole('option', { name: /^Contrato fechado/ }).tap();
  await soon(() => laneOf('Cida Rocha')).toBe('lane5');
  expect(await phone.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(troubles).toEqual([]);
});
