import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { axeFaultsInBothThemes, startTestHost, type TestHost } from '@balcao/testing';
import { launchBrowser } from '../../test/browser.ts';
import { takePicture } from '../../test/pictures.ts';
import { seedDemo } from '../index.ts';
import { buildStale } from '../../../web-host/build/index.ts';

const plugins = [
  'users',
  'queues',
  'contacts',
  'connections',
  'tickets',
  'tags',
  'kanban',
  'channel-sandbox',
  'channel-webchat',
];
let host: TestHost;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  await buildStale({ log: () => undefined });
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins, env: { SANDBOX: '1' } });
  await seedDemo(host.kernel);
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
  page = await context.newPage();
  await page.goto(`${host.url}/login`);
  await page.locator('input[type=email]').fill('admin@balcao.local');
  await page.locator('input[type=password]').fill('balcao123');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/tickets');
  await page.goto(`${host.url}/kanban?view=all`);
  await lane('Documentação').waitFor();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

const lane = (title: string) => page.getByRole('region', { name: new RegExp(`^${title}, \\d+ cart`) });
const firstName = (title: string) => lane(title).locator('a[data-card]').first();
const cardIn = (title: string, id: string | null) => lane(title).locator(`a[data-card="${id}"]`);
const laneOf = async (id: string | null): Promise<string | undefined> =>
  (
    await host.kernel
      .scope(1, 'kanban')
      .sql.one<{ lane: string }>(sql`select lane_id as lane from kanban.card where ticket_id = ${Number(id)}`)
  )?.lane;

test('the board shows the lanes with their sums, and their cards', async () => {
  await firstName('Proposta enviada').waitFor();
  await takePicture(page, 'board-light');
  await expect.poll(() => page.getByText(/atendimentos · R\$/).count()).toBe(1);
});

test('a card is dragged into another lane, and is there after a reload', async () => {
  const id = await firstName('Documentação').getAttribute('data-card');
  await cardIn('Documentação', id).dragTo(lane('Contrato fechado'));
  await cardIn('Contrato fechado', id).waitFor();
  await expect.poll(() => laneOf(id)).toBe('lane5');
  await page.reload();
  await cardIn('Contrato fechado', id).waitFor();
});

test('a card is moved by its menu of lanes, which M opens, and the focus stays on it', async () => {
  const id = await firstName('Proposta enviada').getAttribute('data-card');
  // Another card may become the first one meanwhile.
  await cardIn('Proposta enviada', id).focus();
  await page.keyboard.press('m');
  const search = page.getByRole('combobox', { name: /^Mover .* para/ });
  await search.fill('concl');
  await takePicture(page, 'move-menu');
  await page.keyboard.press('Enter');
  await cardIn('Concluído', id).waitFor();
  // An offer stays while it is pointed at.
  await page.getByRole('button', { name: 'Desfazer' }).last().hover();
  await expect.poll(() => laneOf(id)).toBe('lane6');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-card'))).toBe(id);
  await page.getByRole('button', { name: 'Desfazer' }).last().click();
  await cardIn('Proposta enviada', id).waitFor();
  await expect.poll(() => laneOf(id)).toBe('lane4');
});

test('arrows walk over cards and lanes, and Ctrl+Shift with an arrow moves the card at once', async () => {
  const id = await firstName('Proposta enviada').getAttribute('data-card');
  // Another card may become the first one meanwhile.
  await cardIn('Proposta enviada', id).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-card'))).not.toBe(id);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-card'))).toBe(id);
  await page.keyboard.press('Control+Shift+ArrowRight');
  await cardIn('Contrato fechado', id).waitFor();
  await expect.poll(() => laneOf(id)).toBe('lane5');
});

test('the conversation opens beside the board, and closing it leaves the board where it was', async () => {
  const card = firstName('Documentação');
  const lanes = lane('Documentação').locator('xpath=../..');
  await lanes.evaluate((element) => element.scrollTo(260, 0));
  await card.click();
  const side = page.getByRole('complementary', { name: 'Conversa' });
  await side.getByRole('textbox').first().waitFor();
  expect(new URL(page.url()).searchParams.get('conversa')).toBeTruthy();
  await takePicture(page, 'conversation');
  await page.goBack();
  await expect.poll(() => side.count()).toBe(0);
  await expect.poll(() => lanes.evaluate((element) => element.scrollLeft)).toBe(260);
});

test('the value of a card is edited in place', async () => {
  const item = lane('Documentação').getByRole('listitem').first();
  await item.getByRole('button', { name: /^Valor:/ }).click();
  await page.getByRole('textbox', { name: /^Valor de/ }).fill('1.234,50');
  await page.keyboard.press('Enter');
  await item.getByText('R$ 1.234,50').waitFor();
  // The focus returns from the closed editor, which would close a list that is opened before.
  await page.getByRole('textbox', { name: /^Valor de/ }).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('another attendant’s board can be looked at, and nothing in it can be opened or moved', async () => {
  await page.getByRole('combobox', { name: 'Ver outros CRMs' }).click();
  await page.getByRole('option').nth(2).click();
  const dialog = page.getByRole('dialog', { name: 'Quadro Kanban - Modo Visualização' });
  await dialog.getByText(/^Atendente: /).waitFor();
  await dialog.getByRole('region').first().waitFor();
  await takePicture(page, 'view');
  expect(await dialog.locator('a[data-card], [draggable="true"]').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await expect.poll(() => dialog.count()).toBe(0);
});

const openFrom = async (menu: string, item: string): Promise<void> => {
  await page.goto(`${host.url}/kanban?view=all`);
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('dialog').waitFor();
};
const screens: Record<string, () => Promise<unknown>> = {
  board: async () => {
    await page.goto(`${host.url}/kanban?view=all`);
    await page.locator('a[data-card]').first().waitFor();
  },
  lane: () => openFrom('Opções da coluna Documentação', 'Editar Coluna'),
  'follow-up': () => openFrom('Opções da coluna Documentação', 'Configurar Follow-up'),
  settings: () => openFrom('Opções do quadro', 'Editar quadro'),
  funnel: async () => {
    await page.goto(`${host.url}/kanban/funnel`);
    await page.getByRole('heading', { name: 'Por coluna' }).waitFor();
  },
};

test('the board, its dialogs and its numbers have no accessibility faults in both themes and three widths', async () => {
  for (const [name, open] of Object.entries(screens)) {
    await open();
    for (const width of [1440, 1050, 390]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await takePicture(page, `${name}-${width}`);
      expect(await axeFaultsInBothThemes(page), `${name} at ${width}`).toEqual([]);
    }
  }
}, 600_000);
