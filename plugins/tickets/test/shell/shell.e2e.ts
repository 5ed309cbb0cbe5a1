import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '@balcao/testing';
import type { Attendance } from '../attendance.ts';
import { faultsOf, openList, row, type ListScreen } from '../list/screen.ts';

let screen: ListScreen;
let desk: Attendance;
let page: Page;
let ana: Person;

const soon = <T>(read: () => T | Promise<T>) => expect.poll(read);
const go = (path: string) => page.goto(`${screen.host.url}${path}`);
const filters = () => page.getByRole('button', { name: /^Filtros/ });
const notifications = () => page.getByRole('button', { name: /^Mensagens não lidas/ });

beforeAll(async () => {
  screen = await openList();
  desk = await screen.desk();
  ana = await desk.attendant('Ana Prado', [], 'gestor');
  page = await screen.windowOf(ana);
});
afterAll(() => screen?.close());

test('A welcome page is shown when no ticket is open, with the next step', async () => {
  await page.getByRole('heading', { name: 'Tudo em dia' }).waitFor();
  await page.getByText('Escolha um atendimento na lista ou comece um novo.').waitFor();
  await desk.arrives(desk.number(), 'Bom dia', { name: 'Zilda Primeira' });
  await page.getByRole('heading', { name: '1 pessoa aguardando' }).waitFor();
  // The longest waiting customer has to be loaded first.
  await page.getByText('A espera mais longa é de').waitFor();
  await page.getByRole('button', { name: 'Aceitar o próximo' }).press('Enter');
  await page.getByRole('region', { name: 'Conversa com Zilda Primeira' }).waitFor();
  await soon(() => page.getByRole('heading', { name: 'Tudo em dia' }).count()).toBe(0);
});

test('The connection filter exists only with more than one connection', async () => {
  await go('/tickets');
  await filters().click();
  await page.getByRole('tablist', { name: 'Leitura' }).waitFor();
  await soon(() => page.getByRole('combobox', { name: 'Conexão' }).count()).toBe(0);
  const queue = await desk.queue('Vendas');
  expect((await desk.admin.post('/whatsapp', { name: 'Segunda', channel: 'test', keyWordQueueId: queue })).status).toBe(
    200,
  );
  await page.getByRole('combobox', { name: 'Conexão' }).waitFor();
});

test('The popover lists at most 20 unread tickets, with an Accept button on pending ones', async () => {
  for (let one = 1; one <= 22; one += 1) await desk.arrives(desk.number(), `Oi ${one}`, { name: `Cliente ${one}` });
  await go('/tickets');
  await notifications().click();
  const rows = page.getByLabel('Mensagens não lidas').getByRole('listitem');
  await soon(() => rows.count()).toBe(20);
  const newest = rows.filter({ hasText: 'Cliente 22' });
  await newest.getByRole('button', { name: 'Aceitar' }).press('Enter');
  await page.getByRole('region', { name: 'Conversa com Cliente 22' }).waitFor();
});

test('In two columns the list has 3/12 of the width, no less than 320 and no more than 400 px', async () => {
  const column = page.getByRole('region', { name: 'Atendimentos', exact: true });
  await column.waitFor();
  for (const [width, least, most] of [
    [1440, 344, 348],
    [1050, 318, 321],
    [1920, 398, 401],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    const across = async (): Promise<number> => (await column.boundingBox())?.width ?? 0;
    await soon(across).toSatisfy((found: number) => found >= least && found <= most);
  }
});

test('Narrow screens have two tabs: the ticket and the list', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await go('/tickets?status=pending');
  const tabs = page.getByRole('tablist', { name: 'Atendimentos' });
  await row(page, 'Cliente 3').click();
  await page.getByRole('region', { name: 'Conversa com Cliente 3' }).waitFor();
  await soon(() => page.locator('[data-ticket]').count()).toBe(0);
  await tabs.getByRole('tab', { name: /^Lista/ }).click();
  await row(page, 'Cliente 3').waitFor();
  await soon(() => page.getByRole('region', { name: /^Conversa com/ }).count()).toBe(0);
  await tabs.getByRole('tab', { name: /^Conversa/ }).click();
  await page.getByRole('region', { name: 'Conversa com Cliente 3' }).waitFor();
  expect(await faultsOf(page, 'two tabs')).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
});

const sheets = { pt: 'Ajuda e atalhos', en: 'Help and shortcuts', es: 'Ayuda y atajos' } as const;
type Language = keyof typeof sheets;

/** The content of the list of shortcuts: each key with its label. */
const notified = async (language: Language): Promise<Map<string, string>> => {
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: sheets[language] });
  await sheet.waitFor();
  const keys = await sheet.getByRole('definition').allTextContents();
  const labels = await sheet.getByRole('term').allTextContents();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  return new Map(keys.map((key, index) => [key, labels[index] ?? '']));
};

test.each(['pt', 'en', 'es'] as const)(
  'Every key of the list and of a conversation is in the list of shortcuts with a label: %s',
  async (language) => {
    await page.evaluate((chosen) => localStorage.setItem('preferredLanguage', chosen), language);
    await page.goto(`${screen.host.url}/tickets?status=pending`);
    await page.getByRole('option').first().waitFor();
    const list = await notified(language);
    for (const key of ['J', 'K', '↵', 'A', 'E', 'T', 'X', 'P', 'N', 'S', '?', 'Esc', 'CtrlK', 'CtrlShiftB']) {
      expect([...list.keys()]).toContain(key);
    }
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    // It takes the focus a moment after it is drawn.
    await page.locator('textarea:focus').first().waitFor();
    await page
      .locator('h1')
      .first()
      .evaluate(() => (document.activeElement as HTMLElement).blur());
    const conversation = await notified(language);
    for (const key of ['E', 'T', '/', 'Esc', 'CtrlShiftF']) {
      expect([...conversation.keys()].map((name) => name.replace('⇧', 'Shift'))).toContain(key);
    }
    // A label without its translation would be a key of the locale file.
    for (const label of [...list.values(), ...conversation.values()]) expect(label).toMatch(/^\p{L}[^._]*$/u);
    await desk.arrives(desk.number(), 'Aguardando');
  },
);
