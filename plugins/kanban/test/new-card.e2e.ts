import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults, type TestHost } from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { signIn } from '../../../scripts/test/product/product.ts';
import { Office, startOffice } from './office.ts';

let host: TestHost;
let browser: Browser;
let office: Office;
let page: Page;
let elis: number;

beforeAll(async () => {
  host = await startOffice();
  office = await Office.of(host);
  await office.company.person('user', 'Bia Torres');
  const ana = await office.company.person('admin', 'Ana Prado');
  elis = await office.attended(ana, 'Elis Couto');
  await office.admin.post('/contacts', { name: 'Davi Nunes', number: '5511950020001' });
  browser = await launchBrowser();
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  await signIn(page, host.url, ana.email, ana.password, '/kanban');
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

const lane = (title: string) => page.getByRole('region', { name: new RegExp(`^${title}, \\d+ cart`) });
const side = () => page.getByRole('complementary', { name: 'Conversa' });
const dialog = () => page.getByRole('dialog', { name: 'Novo atendimento' });
const beginWith = async (name: string): Promise<void> => {
  await dialog().getByRole('combobox', { name: 'Contato' }).pressSequentially(name);
  // Another option, which is there first, creates a contact of this name.
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  await dialog().getByRole('button', { name: 'Iniciar' }).click();
};

test('the plus of a lane begins a conversation there by the keyboard, which opens beside the board and stays after a reload', async () => {
  const plus = lane('Proposta enviada').getByRole('button', { name: 'Novo atendimento em Proposta enviada' });
  await plus.focus();
  await page.keyboard.press('Enter');
  await dialog().getByText('A conversa começa na coluna Proposta enviada.').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await beginWith('Davi Nunes');
  await side().getByText('Davi Nunes').first().waitFor();
  const card = lane('Proposta enviada').locator('a[data-card]').filter({ hasText: 'Davi Nunes' });
  await card.waitFor();
  await page.reload();
  await card.waitFor();
  await side().getByRole('combobox', { name: 'Etapa no CRM' }).filter({ hasText: 'Proposta enviada' }).waitFor();
});

test('a contact with a running conversation leads to it, and its card stays in its lane', async () => {
  await office.move(office.admin, elis, 'lane2');
  await lane('Contrato fechado')
    .getByRole('button', { name: /^Novo atendimento em/ })
    .click();
  await beginWith('Elis Couto');
  await dialog().getByRole('button', { name: 'Ir para ela' }).click();
  await side().getByText('Elis Couto').first().waitFor();
  expect((await office.board(office.admin, '?view=all')).lanes.find(({ id }) => id === 'lane2')?.cards).toMatchObject([
    { id: elis },
  ]);
});

test('who only looks at another person’s board finds no plus', async () => {
  await page.goto(`${host.url}/kanban`);
  await lane('Proposta enviada').waitFor();
  expect(await page.getByRole('button', { name: /^Novo atendimento em/ }).count()).toBe(6);
  await page.getByRole('combobox', { name: 'Ver outros CRMs' }).click();
  await page.getByRole('option', { name: 'Bia Torres' }).click();
  const view = page.getByRole('dialog', { name: /Modo Visualização/ });
  await view.getByRole('region', { name: /^Proposta enviada/ }).waitFor();
  expect(await view.getByRole('button', { name: /^Novo atendimento em/ }).count()).toBe(0);
});
