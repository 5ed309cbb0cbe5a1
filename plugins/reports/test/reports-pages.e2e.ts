import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFaultsInBothThemes } from '@balcao/testing';
import { takePictures } from '../../../scripts/test/pictures.ts';
import { logIn, openProduct, visit, type Product } from '../../../scripts/test/product/product.ts';

let product: Product;
let page: Page;

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  page = await product.windowOf('admin@balcao.local', {}, '/dasboard-old');
});
afterAll(() => product?.close());

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const go = (path: string) => visit(page, path);
/** Runs axe in both themes, and looks at three widths for what is wider than its place: the page, or a table. */
const inspect = async (name: string): Promise<void> => {
  expect(await axeFaultsInBothThemes(page), name).toEqual([]);
  for (const width of [390, 1050, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const areWithinPlace = (tables: Element[]): boolean =>
      tables.every((table) => table.clientWidth <= (table.parentElement?.clientWidth ?? 0) + 1);
    await expect.poll(() => page.locator('table[aria-rowcount]').evaluateAll(areWithinPlace)).toBe(true);
  }
  await takePictures(page, name);
};

test('each number of the dashboard leads to the report with the same filter', async () => {
  await go('/dasboard-old');
  await heading('Painel').waitFor();
  await page.getByRole('figure', { name: 'Atendimentos por hora' }).waitFor();
  await page.getByRole('table', { name: 'Atendentes' }).waitFor();
  await inspect('dashboard');
  await page.getByRole('button', { name: 'O que é Finalizados' }).click();
  await page.getByText('Atendimentos fechados no período').waitFor();
  await page.keyboard.press('Escape');
  // The chart is a table for whoever wants one, and its bars are read by arrows.
  const chart = page.getByRole('figure', { name: 'Atendimentos por hora' });
  await chart.getByRole('button', { name: /^00h: Hoje/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.evaluate('document.activeElement?.ariaLabel')).toMatch(/^01h: Hoje \d+/);
  await chart.getByRole('button', { name: 'Ver como tabela' }).click();
  await chart.getByRole('row', { name: /^23h/ }).waitFor();
  const finished = page.locator('[data-counter="supportFinished"] a');
  const count = await finished.textContent();
  await finished.click();
  await heading('Relatórios').waitFor();
  await expect.poll(() => page.locator('[data-figure="attendances"]').textContent()).toContain(count ?? '?');
});

test('the filter of the dashboard asks for its parameters, and the last 30 days are in the address', async () => {
  await go('/dasboard-old');
  await heading('Painel').waitFor();
  await page.getByRole('button', { name: /\d a \d|\/\d{4}$/ }).click();
  await page.getByRole('tab', { name: 'Período' }).click();
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.getByText('Parametrize o filtro').waitFor();
  await page.getByRole('combobox', { name: 'Período' }).click();
  await page.getByRole('option', { name: 'Últimos 30 dias' }).click();
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.waitForURL('**/dasboard-old?days=30');
  await page.getByRole('button', { name: 'Últimos 30 dias' }).waitFor();
});

test('the report is filtered, paged and exported', async () => {
  await go('/reports');
  await heading('Relatórios').waitFor();
  await page.locator('[data-figure="attendances"]').waitFor();
  await inspect('report');
  await page.getByRole('combobox', { name: 'Linhas' }).click();
  await page.getByRole('option', { name: '5', exact: true }).click();
  await page.getByRole('button', { name: 'Página 2', exact: true }).click();
  await page.waitForURL('**page=2**');
  await page.getByRole('searchbox', { name: 'Contato' }).fill('ma');
  await page.getByText('Escreva pelo menos 3 letras.').waitFor();
  await page.getByRole('searchbox', { name: 'Contato' }).fill('maria');
  await page.getByText('Escreva pelo menos 3 letras.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.waitForURL('**searchParam=maria**');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Exportar/ }).click();
  expect((await download).suggestedFilename()).toBe('relatorio-de-atendimentos.xlsx');
});

test('satisfaction shows the balance, the weeks and the low ratings', async () => {
  await go('/reports?tab=satisfaction&days=90');
  await page.getByRole('figure', { name: 'Notas por semana' }).waitFor();
  await inspect('satisfaction');
  // A wide window shows the attendants as a table: the headers of cards are for screen readers alone.
  const header = page.getByRole('table', { name: 'Notas por atendente' }).getByRole('columnheader').first();
  expect((await header.boundingBox())?.height).toBeGreaterThan(20);
  expect(product.troubles).toEqual([]);
});

test('The link of the low ratings shows exactly those that were counted, and its filter is visible and can be removed', async () => {
  // The present month may have begun today.
  await go('/reports?tab=satisfaction&days=90');
  const low = page.getByRole('heading', { name: /^Notas 1 para olhar/ });
  const ofAllQueues = await low.textContent();
  await page.getByRole('button', { name: 'Últimos 90 dias' }).click();
  await page.getByRole('combobox', { name: 'Filas' }).click();
  await page.getByRole('menuitemcheckbox').first().click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.waitForURL('**queueIds=**');
  await expect.poll(() => low.textContent()).not.toBe(ofAllQueues);
  const count = (await low.textContent())?.match(/(\d+)\s*$/)?.[1] ?? '?';
  await page.getByRole('link', { name: 'Ver no relatório' }).click();
  await page.waitForURL('**rate=1**');
  await expect
    .poll(() => page.locator('[data-figure="attendances"]').textContent())
    .toMatch(new RegExp(`^\\D*${count}\\d+ contato`));
  await takePictures(page, 'report-of-low-ratings');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remover o filtro Nota 1 · Insatisfeito' }).click();
  await page.waitForURL((url) => !url.searchParams.has('rate') && url.searchParams.has('queueIds'));
});

test('the start page is the dashboard for those who may see it, and the conversations for others and after signing in', async () => {
  await go('/');
  await heading('Painel').waitFor();
  const attendant = await product.windowOf('ana@balcao.local', {}, '/');
  await attendant.waitForURL('**/tickets');
  // Signs the first window out.
  const visitor = await product.visitor();
  await visitor.goto(product.host.url);
  await visitor.waitForURL('**/login');
  await logIn(visitor, 'admin@balcao.local');
  await visitor.waitForURL('**/tickets');
});
