import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { Person } from '@balcao/testing';
import type { Attendance } from '../attendance.ts';
import { faultsOf, names, openList, row, type ListScreen } from './screen.ts';

const soon = <T>(look: () => T | Promise<T>) => expect.poll(look);
let screen: ListScreen;
let desk: Attendance;
let ana: Person;
let page: Page;
const numbers: string[] = [];
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

beforeAll(async () => {
  screen = await openList();
  desk = await screen.desk();
  ana = await desk.attendant('Ana', [], 'gestor');
  for (const [index, name] of ['Primeira', 'Segunda', 'Terceira'].entries()) {
    const number = desk.number();
    numbers.push(number);
    await desk.arrives(number, 'Bom dia', { name, sentAt: minutesAgo(index === 0 ? 2 * 1440 + 60 : 100 - index) });
  }
  page = await screen.windowOf(ana);
  await page.goto(`${screen.host.url}/tickets?status=pending`);
  await row(page, 'Terceira').waitFor();
}, 180_000);
afterAll(() => screen?.close());

test('The longest waiting customer is first, stays there after writing again, and is the next to be accepted', async () => {
  await desk.arrives(numbers[0] ?? '', 'Alguém aí?', { name: 'Primeira' });
  await row(page, 'Primeira').getByText('Alguém aí?').waitFor();
  expect(await names(page)).toEqual(['Primeira', 'Segunda', 'Terceira']);
  await row(page, 'Primeira').getByText('2 d', { exact: true }).waitFor();
  await page.getByText('2 dias').waitFor();
  expect(await faultsOf(page, 'waiting')).toEqual([]);
});

test('A row shows that its customer is choosing a queue, as long as the menu is active', async () => {
  const asked = await desk.arrives(desk.number(), 'Oi', { name: 'Escolhe' });
  const tell = (by: string | null) =>
    desk.company
      .scope('tickets')
      .sql.run(sql`update tickets.ticket set automatic_by = ${by}, queue_id = null where id = ${asked.ticketId}`);
  await tell('menu');
  await page.reload();
  await row(page, 'Escolhe').getByText('Escolhendo o departamento').waitFor();
  await tell(null);
  await page.reload();
  await row(page, 'Escolhe').getByText('Sem departamento').waitFor();
  await desk.admin.put(`/tickets/${asked.ticketId}`, { status: 'closed', justClose: true });
  await row(page, 'Escolhe').waitFor({ state: 'detached' });
});

test('Another order is stored for the person, and holds after a reload', async () => {
  await page.getByRole('button', { name: 'Ordem da lista: Maior espera' }).click();
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/auth/me') && answer.request().method() === 'PUT',
  );
  await page.getByRole('menuitemradio', { name: 'Mais recentes' }).click();
  await soon(() => names(page)).toEqual(['Primeira', 'Terceira', 'Segunda']);
  await kept;
  await page.reload();
  await soon(() => names(page)).toEqual(['Primeira', 'Terceira', 'Segunda']);
});

test('Rows stay in place under the mouse while others arrive, and the others appear on request or when the mouse leaves', async () => {
  // Like a hand: the first event on a new page is its position, and not a movement.
  await page.mouse.move(900, 500);
  await row(page, 'Terceira').hover();
  await row(page, 'Terceira').hover({ position: { x: 60, y: 20 } });
  await desk.arrives(desk.number(), 'Oi', { name: 'Quarta' });
  await desk.arrives(numbers[1] ?? '', 'Ainda aqui', { name: 'Segunda' });
  await page.getByRole('button', { name: '1 novo' }).waitFor();
  await row(page, 'Segunda').getByText('Ainda aqui').waitFor();
  expect(await names(page)).toEqual(['Primeira', 'Terceira', 'Segunda']);
  // The button stays for its click, however slowly the mouse comes from the rows.
  await page.getByRole('button', { name: '1 novo' }).hover();
  await row(page, 'Terceira').hover({ position: { x: 60, y: 20 } });
  await page.getByRole('button', { name: '1 novo' }).hover();
  expect(await names(page)).toEqual(['Primeira', 'Terceira', 'Segunda']);
  await page.getByRole('button', { name: '1 novo' }).click();
  await soon(() => names(page)).toEqual(['Segunda', 'Quarta', 'Primeira', 'Terceira']);
  await page.getByRole('heading', { name: /aguardando/ }).hover();
});

test('The menu of a row never covers its accept button', async () => {
  await row(page, 'Quarta').hover();
  const boxes = await row(page, 'Quarta').evaluate((element) =>
    ['[data-accept]', '[data-more]'].map(
      (part) => element.querySelector(part)?.getBoundingClientRect().toJSON() as DOMRect,
    ),
  );
  const [accept, more] = boxes;
  expect(accept?.width).toBeGreaterThan(30);
  expect(more?.left).toBeGreaterThanOrEqual(accept?.right ?? Infinity);
});

test('A conversation is pinned to the top, and snoozed out of the list until its customer writes', async () => {
  await row(page, 'Terceira').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Fixar no topo' }).click();
  await soon(async () => (await names(page))[0]).toBe('Terceira');
  await row(page, 'Terceira').getByLabel('Fixado por você').waitFor();
  await row(page, 'Segunda').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Adiar' }).click();
  await page.getByRole('menuitem', { name: /^Até amanhã/ }).click();
  await page.getByText(/^Segunda volta em/).waitFor();
  await page.getByRole('heading', { name: /aguardando/ }).hover();
  await soon(() => names(page)).toEqual(['Terceira', 'Quarta', 'Primeira']);
  await desk.arrives(numbers[1] ?? '', 'Voltei', { name: 'Segunda' });
  await soon(() => names(page)).toContain('Segunda');
  await row(page, 'Segunda').getByLabel('De volta do adiamento').waitFor();
});

test('Many conversations are accepted at once', async () => {
  await page.goto(`${screen.host.url}/tickets?status=pending`);
  await row(page, 'Quarta').click({ modifiers: ['ControlOrMeta'] });
  await row(page, 'Primeira').click({ modifiers: ['ControlOrMeta'] });
  const bar = page.getByRole('toolbar');
  await bar.getByText('2 ').first().waitFor();
  await bar.getByRole('button', { name: 'Aceitar' }).click();
  await page.getByText('2 atendimentos aceitos').waitFor();
  await page.getByRole('tab', { name: /^Atendendo/ }).click();
  await soon(async () => (await names(page)).toSorted()).toEqual(['Primeira', 'Quarta']);
});

test('A draft is shown in the row of another conversation', async () => {
  await row(page, 'Primeira').click();
  await page
    .getByRole('textbox', { name: /mensagem/i })
    .last()
    .fill('Vou verificar e');
  await row(page, 'Quarta').click();
  await row(page, 'Primeira').getByText('Rascunho:').waitFor();
  await row(page, 'Primeira').getByText('Vou verificar e').waitFor();
});

test('The menu leads back to the tab and the conversation that was open in it', async () => {
  await page.goto(`${screen.host.url}/tickets?status=pending`);
  const nav = page.getByRole('navigation');
  await nav
    .getByRole('link', { name: /Contatos/ })
    .first()
    .click();
  await page.waitForURL('**/contacts**');
  await nav
    .getByRole('link', { name: /Atendimentos/ })
    .first()
    .click();
  await page.waitForURL('**/tickets?status=pending');
});
