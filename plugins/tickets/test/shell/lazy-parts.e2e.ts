import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../../../scripts/test/product/product.ts';
import { openList, row, type ListScreen } from '../list/screen.ts';

let screen: ListScreen;
let page: Page;
let uuid: string;
const missing = /\/tickets\/\w+\/(PageConversation|RowMenu|SelectionBar)\.js/;

/** A window in which the code of some parts does not load. Requests of a worker cannot be held back. */
const windowWithout = async (
  parts: RegExp,
  { email, password }: { email: string; password: string },
): Promise<Page> => {
  const context = await screen.browser.newContext({
    locale: 'pt-BR',
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  });
  const opened = await context.newPage();
  await opened.route(parts, (route) => route.abort());
  await signIn(opened, screen.host.url, email, password);
  return opened;
};

beforeAll(async () => {
  screen = await openList();
  const desk = await screen.desk();
  const queue = await desk.queue('Vendas');
  await desk.routeTo(queue);
  const ana = await desk.attendant('Ana Prado', [queue]);
  const one = await desk.arrives(desk.number(), 'Bom dia', { name: 'Ivone Instável' });
  await desk.admin.put(`/tickets/${one.ticketId}`, { status: 'open', userId: ana.id, queueId: queue });
  uuid = one.ticketUuid;
  page = await windowWithout(missing, ana);
});
afterAll(() => screen?.close());

test('Escape clears the selection also while the code of the selection bar does not load', async () => {
  const one = row(page, 'Ivone Instável');
  await one.waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect.poll(() => one.getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Escape');
  await expect.poll(() => one.getAttribute('aria-selected')).not.toBe('true');
  // Keys act on the active row again.
  await page.keyboard.press('t');
  await page.getByRole('dialog', { name: 'Transferir atendimento' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('A part whose code does not load leaves the rest of the screen, and loads by itself with the connection', async () => {
  const one = row(page, 'Ivone Instável');
  await one.click();
  const failed = page.getByRole('alert').filter({ hasText: 'Esta parte não carregou.' });
  await failed.waitFor();
  expect(await one.isVisible()).toBe(true);
  await one.click({ button: 'right' });
  await expect.poll(() => failed.count()).toBe(2);
  expect(await one.isVisible()).toBe(true);

  // Still nothing loads: trying again shows the failure again.
  await page.getByRole('main').getByRole('button', { name: 'Tentar de novo' }).last().click();
  await expect.poll(() => failed.count()).toBe(2);

  await page.context().setOffline(true);
  await page.getByText('Você está sem internet.').waitFor();
  await page.unroute(missing);
  await page.context().setOffline(false);
  await page.getByRole('log').getByText('Bom dia').waitFor();
  await page.getByRole('menuitem', { name: 'Abrir' }).first().waitFor();
  expect(await failed.count()).toBe(0);
  expect(page.url()).toContain(uuid);
});
