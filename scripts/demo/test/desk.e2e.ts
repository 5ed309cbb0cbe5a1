import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type Person, type TestHost } from '@balcao/testing';
import { launchBrowser } from '../../test/browser.ts';
import { buildStale } from '../../../web-host/build/index.ts';
import { firstPlace, seedDemo } from '../index.ts';

const plugins = [
  'users',
  'queues',
  'contacts',
  'connections',
  'tickets',
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
