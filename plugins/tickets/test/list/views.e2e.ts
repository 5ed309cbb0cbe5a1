import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Person } from '@balcao/testing';
import type { Attendance } from '../attendance.ts';
import { faultsOf, names, openList, row, type ListScreen } from './screen.ts';

let screen: ListScreen;
let desk: Attendance;
let ana: Person;
let page: Page;
let queues: number[];

beforeAll(async () => {
  screen = await openList();
  desk = await screen.desk();
  queues = [await desk.queue('Vendas'), await desk.queue('Suporte')];
  ana = await desk.attendant('Ana', queues, 'gestor');
  for (const [index, name] of ['De vendas', 'Do suporte'].entries()) {
    const ticket = await desk.arrives(desk.number(), 'Oi', { name });
    await desk.admin.put(`/tickets/${ticket.ticketId}`, { status: 'open', userId: ana.id, queueId: queues[index] });
  }
  page = await screen.windowOf(ana);
  await row(page, 'Do suporte').waitFor();
});
afterAll(() => screen?.close());

const soon = <T>(read: () => T | Promise<T>) => expect.poll(read);
const button = () => page.getByRole('button', { name: /^Visões salvas/ });
const dialog = () => page.getByRole('dialog');
const saved = async (): Promise<string[]> => {
  await button().focus();
  await page.keyboard.press('Enter');
  const found = await page.getByRole('menuitemradio').allTextContents();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  return found;
};
/** Moves down an open menu until the entry has the focus, and chooses it. */
const take = async (name: RegExp): Promise<void> => {
  await page.getByRole('menu').waitFor();
  for (let step = 0; step < 12; step += 1) {
    if (
      name.test(
        (await page
          .locator('[role^="menuitem"]:focus')
          .textContent()
          .catch(() => '')) ?? '',
      )
    )
      break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
};

test('The current filters are saved under a name, by keyboard alone', async () => {
  await button().focus();
  await page.keyboard.press('Enter');
  await page.getByText('Ligue algum filtro para poder salvar a visão.').waitFor();
  await page.keyboard.press('Escape');
  await soon(() => button().evaluate((element) => element === document.activeElement)).toBe(true);

  await page.goto(`${screen.host.url}/tickets?queues=${queues[0]}`);
  await soon(() => names(page)).toEqual(['De vendas']);
  await button().focus();
  await page.keyboard.press('Enter');
  await take(/^Salvar visão/);
  await dialog().getByLabel('Nome').waitFor();
  await page.keyboard.type('Só vendas');
  await page.keyboard.press('Enter');
  await page.getByText('Visão “Só vendas” salva').waitFor();
  await page.getByRole('button', { name: 'Visões salvas: Só vendas' }).waitFor();
});

test('A view is chosen from the menu, and its filters are in the address', async () => {
  await page.getByRole('button', { name: 'Limpar' }).click();
  await soon(() => names(page)).toHaveLength(2);
  await button().focus();
  await page.keyboard.press('Enter');
  await take(/^Só vendas/);
  await soon(() => names(page)).toEqual(['De vendas']);
  expect(new URL(page.url()).search).toBe(`?queues=${queues[0]}`);
});

test('The view chosen last is overwritten with other filters, and that can be undone', async () => {
  await page.getByRole('button', { name: 'Filtros: 1 ativo' }).click();
  const panel = page.getByRole('region', { name: 'Filtros' });
  await panel.getByRole('button', { name: 'Vendas' }).click();
  await panel.getByRole('button', { name: 'Suporte' }).click();
  await soon(() => names(page)).toEqual(['Do suporte']);
  await button().click();
  await page.getByRole('menuitem', { name: 'Atualizar “Só vendas”' }).click();
  await page.getByRole('button', { name: 'Visões salvas: Só vendas' }).waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByRole('button', { name: 'Visões salvas', exact: true }).waitFor();
});

test('An existing name asks once and is then overwritten', async () => {
  await button().click();
  await page.getByRole('menuitem', { name: 'Salvar visão…' }).click();
  await dialog().getByLabel('Nome').fill('so VENDAS');
  await page.keyboard.press('Enter');
  await dialog().getByText('Já existe uma visão com este nome.').waitFor();
  await dialog().getByLabel('Nome').fill('Só suporte');
  await page.keyboard.press('Enter');
  await page.getByText('Visão “Só suporte” salva').waitFor();
  await expect.poll(saved).toEqual(['Só vendas', 'Só suporte']);
});

test('Views are renamed, ordered and deleted, and a deleted one is restored to its position', async () => {
  await button().click();
  await page.getByRole('menuitem', { name: 'Organizar visões…' }).click();
  const list = dialog().getByRole('listitem');
  await soon(() => list.count()).toBe(2);
  await dialog().getByRole('button', { name: 'Subir Só suporte' }).click();
  const fields = () =>
    dialog()
      .getByRole('textbox')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  await soon(fields).toEqual(['Só suporte', 'Só vendas']);
  await dialog().getByRole('textbox', { name: 'Nome da visão Só vendas' }).fill('Comercial');
  await page.keyboard.press('Enter');
  await dialog().getByRole('button', { name: 'Excluir Comercial' }).waitFor();
  expect(await faultsOf(page, 'arranging views')).toEqual([]);
  await dialog().getByRole('button', { name: 'Excluir Só suporte' }).click();
  await soon(fields).toEqual(['Comercial']);
  await dialog().getByRole('button', { name: 'Concluir' }).click();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await soon(saved).toEqual(['Só suporte', 'Comercial']);
  await page.reload();
  await row(page, 'Do suporte').waitFor();
  await soon(saved).toEqual(['Só suporte', 'Comercial']);
});

test('A view is found in the palette by its name, from any page, and one is saved from there', async () => {
  await page.goto(`${screen.host.url}/contacts`);
  await page.getByRole('heading', { name: 'Contatos' }).first().waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('comerc');
  await page.getByRole('option', { name: /Comercial/ }).waitFor();
  await page.keyboard.press('Enter');
  await soon(() => names(page)).toEqual(['De vendas']);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('salvar vis');
  await page.getByRole('option', { name: /Salvar visão/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Salvar visão' }).waitFor();
  await page.keyboard.press('Escape');
});

test('After deleting the last view by keyboard the focus is at the end of the dialog', async () => {
  await button().click();
  await page.getByRole('menuitem', { name: 'Organizar visões…' }).click();
  for (const name of ['Só suporte', 'Comercial']) {
    const bin = dialog().getByRole('button', { name: `Excluir ${name}` });
    await bin.focus();
    await page.keyboard.press('Enter');
    await bin.waitFor({ state: 'detached' });
  }
  await soon(() =>
    dialog()
      .getByRole('button', { name: 'Concluir' })
      .evaluate((it) => it === document.activeElement),
  ).toBe(true);
  await page.keyboard.press('Enter');
  await dialog().waitFor({ state: 'detached' });
});
