import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { axeFaultsInBothThemes, startTestHost, type Person, type TestHost } from '@balcao/testing';
import { launchBrowser } from '../../test/browser.ts';
import { takePicture } from '../../test/pictures.ts';
import { buildStale } from '../../../web-host/build/index.ts';
import { firstPlace, seedDemo } from '../index.ts';

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
let context: BrowserContext;
let page: Page;
let manager: Person;

beforeAll(async () => {
  await buildStale({ log: console.log });
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins, env: { SANDBOX: '1' } });
  await seedDemo(host.kernel);
  manager = await host.logIn('super@balcao.local', 'balcao123');
  browser = await launchBrowser();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
  page = await context.newPage();
  await page.goto(`${host.url}/login`);
  await page.locator('input[type=email]').fill('admin@balcao.local');
  await page.locator('input[type=password]').fill('balcao123');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/tickets');
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

describe('the desk of the demo', () => {
  const rowOf = (name: string) => page.getByRole('option', { name: new RegExp(name) }).first();
  const stage = () => page.getByRole('combobox', { name: 'Etapa no CRM' });
  const filter = () => page.getByRole('combobox', { name: 'Etapa do CRM' });
  const choose = async (select: ReturnType<typeof stage>, option: string): Promise<void> => {
    await select.click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  test('the account offered on the login page begins at the promised pending conversation', async () => {
    const newcomer = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
    const window = await newcomer.newPage();
    // The address that `npm start` prints.
    const demoLogin = { email: 'gestor@balcao.local', password: 'balcao123', start: await firstPlace(host.kernel) };
    await window.route('**/api/platform/info', (route) => route.fulfill({ json: { demo: true, demoLogin } }));
    await window.goto(host.url);
    await window.getByRole('button', { name: 'Usar conta demo' }).click();
    await window.getByRole('tab', { name: /Aguardando/, selected: true }).waitFor();
    const first = window.getByRole('listbox').getByRole('option').first();
    const opened = await window.getByRole('region', { name: /^Conversa com/ }).getAttribute('aria-label');
    expect(opened?.replace('Conversa com ', '')).not.toBe('');
    await expect.poll(() => first.textContent()).toContain(opened?.replace('Conversa com ', ''));
    // On a phone the number on the bell must keep a distance from the edge of the screen.
    await window.setViewportSize({ width: 390, height: 844 });
    const number = window.getByRole('banner').first().locator('.fui-CounterBadge').last();
    await expect.poll(async () => ((await number.boundingBox())?.x ?? 0) > 340).toBe(true);
    const box = await number.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(386);
    await newcomer.close();
  });

  test('after login a conversation that has just arrived is pending', async () => {
    await page.getByRole('tab', { name: /Aguardando/ }).click();
    await rowOf('Marlene Aparecida Fontoura').waitFor();
    await expect.poll(() => rowOf('Marlene Aparecida Fontoura').textContent()).toContain('Vocês podem me orientar?');
    await page.getByRole('tab', { name: /Atendendo/ }).click();
  });

  test('the stage of a conversation is chosen beside it, and the list can be filtered by it', async () => {
    await rowOf('Maria Aparecida dos Santos').click();
    await stage().waitFor();
    await choose(stage(), 'Proposta enviada');
    await page.getByText('4 de 7, desde hoje').waitFor();

    await page.getByRole('button', { name: /Filtros/ }).click();
    await choose(filter(), 'Proposta enviada');
    await page.waitForURL(/selectedKanbanId=lane4/);
    await rowOf('Maria Aparecida dos Santos').waitFor();
    await choose(filter(), 'Novos atendimentos');
    await rowOf('Maria Aparecida dos Santos').waitFor({ state: 'detached' });
    await choose(filter(), 'Proposta enviada');
  });

  test('a colleague moves the conversation, and the open panel follows', async () => {
    const { body } = await manager.get<{ tickets: { id: number }[] }>(
      '/tickets?showAll=true&searchParam=Maria%20Aparecida',
    );
    const ticketId = body.tickets[0]?.id;
    const { kanbanId } = (await manager.get<{ kanbanId: number }>('/kanban-lanes')).body;
    for (const [targetLaneId, shown] of [
      ['lane5', '5 de 7, desde hoje'],
      ['lane4', '4 de 7, desde hoje'],
    ]) {
      expect((await manager.put(`/kanban-tickets/${kanbanId}`, { ticketId, targetLaneId })).status).toBe(200);
      await page.getByText(shown ?? '').waitFor();
    }
  });

  test('a module that is switched off disappears from open screens at once, and returns with all its data', async () => {
    await manager.put('/settings/kanbanEnabled', { value: 'disabled' });
    await stage().waitFor({ state: 'detached' });
    await filter().waitFor({ state: 'detached' });
    await rowOf('João Batista Figueiredo').waitFor();

    await manager.put('/settings/kanbanEnabled', { value: 'enabled' });
    await page.getByText('4 de 7, desde hoje').waitFor();
    await filter().waitFor();
  });
});

describe('the board of the demo', () => {
  beforeAll(async () => {
    await page.goto(`${host.url}/kanban?view=all`);
    await lane('Documentação').waitFor();
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

  test('a card that a colleague moves keeps the focus', async () => {
    const id = await firstName('Proposta enviada').getAttribute('data-card');
    await cardIn('Proposta enviada', id).focus();
    const { kanbanId } = (await manager.get<{ kanbanId: number }>('/kanban-lanes')).body;
    const move = (targetLaneId: string) =>
      manager.put(`/kanban-tickets/${kanbanId}`, { ticketId: Number(id), targetLaneId });
    expect((await move('lane6')).status).toBe(200);
    await cardIn('Concluído', id).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-card'))).toBe(id);
    expect((await move('lane4')).status).toBe(200);
    await cardIn('Proposta enviada', id).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-card'))).toBe(id);
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
    await page.getByRole('button', { name: menu }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await page.getByRole('dialog').waitFor();
  };
  const dialogs: Record<string, [menu: string, item: string]> = {
    lane: ['Opções da coluna Documentação', 'Editar Coluna'],
    'follow-up': ['Opções da coluna Documentação', 'Configurar Follow-up'],
    settings: ['Opções do quadro', 'Editar quadro'],
  };

  /** Expects no accessibility faults in both themes and three widths, of the page or of what lies over it. */
  const expectAccessible = async (name: string, options: { part?: string } = {}): Promise<void> => {
    for (const width of [390, 1050, 1440]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await takePicture(page, `${name}-${width}`);
      expect(await axeFaultsInBothThemes(page, options), `${name} at ${width}`).toEqual([]);
    }
  };

  test('the board, its dialogs and its numbers have no accessibility faults in both themes and three widths', async () => {
    await page.goto(`${host.url}/kanban?view=all`);
    await page.locator('a[data-card]').first().waitFor();
    await expectAccessible('board');
    for (const [name, [menu, item]] of Object.entries(dialogs)) {
      await openFrom(menu, item);
      // The board under it was checked before.
      await expectAccessible(name, { part: '[role="dialog"]' });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.goto(`${host.url}/kanban/funnel`);
    await page.getByRole('heading', { name: 'Por coluna' }).waitFor();
    await expectAccessible('funnel');
  }, 600_000);
});
