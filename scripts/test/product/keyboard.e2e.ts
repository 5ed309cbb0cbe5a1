import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Person } from '@balcao/testing';
import { withoutIdleTime } from '../../bench/web.ts';
import { rowOf } from './ticket-actions.ts';
import { openPhone } from './phone.ts';
import { logIn, openProduct, type Product } from './product.ts';

let product: Product;
let page: Page;
let manager: Person;

const sheet = () => page.getByRole('dialog', { name: 'Ajuda e atalhos' });
/** Waits until the composer has the focus. */
const composing = (): Promise<void> => page.locator('textarea:focus').waitFor();
const placeOf = (): string => new URL(page.url()).pathname;
/** Returns the name of the row that keys act on. */
const active = async (): Promise<string> => {
  const id = await page.getByRole('listbox').first().getAttribute('aria-activedescendant');
  return (id && (await page.locator(`#${id} [title]:not([role])`).first().textContent())) ?? '';
};

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  manager = await product.person('gestor@balcao.local');
  page = await product.windowOf('admin@balcao.local');
  await page.getByRole('option').first().waitFor();
});
afterAll(() => product?.close());

test('the sheet of shortcuts opens by its key, lists every key of the screen, and closes by Esc', async () => {
  await page.keyboard.press('?');
  await sheet().waitFor();
  const listed = await sheet().getByRole('definition').allTextContents();
  for (const key of ['J', 'K', '↵', 'N', 'S', 'A', '?', 'Esc', 'CtrlK', 'CtrlShiftB']) expect(listed).toContain(key);
  await page.keyboard.press('Escape');
  await sheet().waitFor({ state: 'detached' });
});

test('j and k move through the list, Enter opens a conversation, Esc closes it', async () => {
  await page.getByRole('option').first().waitFor();
  const names = await page
    .getByRole('option')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('[title]:not([role])')?.textContent ?? ''));
  await page.keyboard.press('j');
  await expect.poll(() => active()).toBe(names[0]);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect.poll(() => active()).toBe(names[1]);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: `Conversa com ${names[1]}` }).waitFor();
  await composing();
  await page.keyboard.press('Escape');
  expect(placeOf()).not.toBe('/tickets');
  await page.keyboard.press('Escape');
  await page.waitForURL((address) => address.pathname === '/tickets');
});

test('t opens the transfer of a conversation, and e resolves it', async () => {
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await composing();
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(placeOf()).not.toBe('/tickets');
  await page.keyboard.press('e');
  await page.getByText(/^Atendimento de .+ resolvido$/).waitFor();
  await page.waitForURL((address) => address.pathname === '/tickets');
});

test('a mouse that rests where the palette opens chooses no line of it: Enter acts on the first one', async () => {
  const palette = page.getByRole('combobox', { name: /Buscar ou executar/ });
  const lines = page.getByRole('dialog').getByRole('option');
  const open = async (): Promise<void> => {
    await page.keyboard.press('Control+k');
    await palette.fill('at');
    await lines.nth(3).waitFor();
  };
  await open();
  const place = await lines.nth(3).boundingBox();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await page.mouse.move((place?.x ?? 0) + 100, (place?.y ?? 0) + 10);
  await open();
  // Browsers send events of the resting mouse some frames after the list was drawn.
  await page.waitForTimeout(500);
  const isChosen = (): Promise<boolean[]> =>
    lines.evaluateAll((all) => all.map((line) => line.getAttribute('aria-selected') === 'true'));
  expect((await isChosen()).indexOf(true)).toBe(0);
  await page.mouse.move((place?.x ?? 0) + 110, (place?.y ?? 0) + 12);
  await expect.poll(async () => (await isChosen()).indexOf(true)).toBe(3);
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
});

test('letters typed into a field trigger no shortcuts', async () => {
  await page.keyboard.press('s');
  const search = page.getByRole('searchbox', { name: 'Buscar contato ou mensagem' });
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('jke?');
  await expect.poll(() => search.inputValue()).toBe('jke?');
  await expect.poll(() => sheet().count()).toBe(0);
  await search.fill('');
  await search.blur();
});

test('Ctrl+K finds a person, a page and an action, and Enter goes there', async () => {
  const palette = page.getByRole('dialog', { name: 'Buscar ou executar' });
  const go = async (term: string, found: RegExp): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(term);
    await palette.getByRole('option', { name: found, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
  };
  await go('depart', /Departamentos/);
  await page.waitForURL('**/queues');
  await go('novo atend', /Novo atendimento/);
  const ticket = page.getByRole('dialog', { name: 'Novo atendimento' });
  await ticket.waitFor();
  await page.keyboard.press('Escape');
  await ticket.waitFor({ state: 'detached' });
  await go('marlene', /Marlene.*Aguardando/);
  await page.waitForURL('**/tickets/*-*');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
});

test('nothing typed is lost while the palette is loading and its field takes the focus', async () => {
  const early = await product.visitor();
  await withoutIdleTime(early);
  // Its code arrives in the middle of a word.
  await early.route('**/Palette-*.js', async (route) => {
    await early.waitForTimeout(250);
    await route.continue();
  });
  await early.goto(`${product.host.url}/login`);
  await logIn(early, 'juliana@balcao.local');
  await early.getByRole('option').first().waitFor();
  const field = early.getByRole('dialog', { name: 'Buscar ou executar' }).getByRole('combobox');
  const term = 'aposentadoria por tempo de contribuição';
  for (const pause of [30, 0]) {
    await early.keyboard.press('Control+k');
    await early.keyboard.type(term, { delay: pause });
    await expect.poll(() => field.inputValue()).toBe(term);
    await early.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
  }
  await early.context().close();
});

test('a whole conversation is handled by keyboard alone, from the login to the next customer', async () => {
  const phone = await openPhone(manager, 'Quitéria Falcão', '5511950002201');
  page = await product.visitor();
  await page.goto(`${product.host.url}/login`);
  await page.getByLabel('E-mail').waitFor();
  await page.keyboard.type('ana@balcao.local');
  await page.keyboard.press('Tab');
  for (let step = 0; step < 3; step += 1) {
    if (await page.getByLabel('Senha', { exact: true }).evaluate((field) => field === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('balcao123');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/tickets');

  await phone.write('Boa tarde, quero dar entrada no auxílio.');
  const waiting = page.getByRole('tab', { name: /^Aguardando/ });
  const open = page.getByRole('tab', { name: /^Atendendo/ });
  for (let step = 0; step < 40; step += 1) {
    if (await open.evaluate((tab) => tab === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => waiting.getAttribute('aria-selected')).toBe('true');
  await rowOf(page, phone.name).waitFor();
  for (let step = 0; step < 20 && (await active()) !== phone.name; step += 1) await page.keyboard.press('j');
  await expect.poll(() => active()).toBe(phone.name);
  await page.keyboard.press('a');
  await composing();
  await page.keyboard.type('Boa tarde, dona Quitéria!');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('A senhora tem os laudos?');
  await page.keyboard.press('Enter');
  const answer = 'Boa tarde, dona Quitéria!\nA senhora tem os laudos?';
  await expect.poll(async () => (await phone.shows()).map(({ body }) => body)).toContain(answer);
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await page.getByText(`Atendimento de ${phone.name} resolvido`).waitFor();
  await page.waitForURL((address) => address.pathname === '/tickets');
  await page.keyboard.press('j');
  await expect.poll(() => active()).not.toBe('');
});
