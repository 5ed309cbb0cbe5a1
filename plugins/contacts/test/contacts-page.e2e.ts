import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Person } from '@balcao/sdk/testing';
import { openProduct, type Product } from '../../../scripts/test/product/product.ts';

let product: Product;
let page: Page;
let gestor: Person;

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  page = await product.windowOf('admin@balcao.local');
  page.setDefaultTimeout(15_000);
  gestor = await product.person('gestor@balcao.local');
  await page.goto(`${product.host.url}/contacts`);
});
afterAll(() => product?.close());

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const dialog = () => page.getByRole('dialog');
const search = (term: string) => page.getByRole('searchbox').fill(term);

test('all contacts are there, however many: the next come within 100 px of the bottom', async () => {
  await row('Adriano Marcondes Vieira').waitFor();
  const { body } = await gestor.get<unknown[]>('/contacts/list');
  await expect
    .poll(async () => {
      await page
        .locator('[data-scroll=page]')
        .evaluate((element) => element.scrollTo(0, element.scrollHeight - element.clientHeight - 99));
      return page.getByRole('row').count();
    })
    .toBe(body.length + 1);
});

test('the form says what is missing, and keeps a number that no channel knows when the person insists', async () => {
  const number = '5511900001234';
  const [line] = (await gestor.get<{ id: number }[]>('/sandbox')).body;
  await gestor.put(`/sandbox/${line!.id}/numbers/${number}`, { invalid: true });

  await page.getByRole('button', { name: 'Adicionar contato' }).click();
  await dialog().getByRole('button', { name: 'Adicionar', exact: true }).last().click();
  await dialog().getByText('Campo Obrigatório').waitFor();
  await dialog().getByText('Preencher num. válido').waitFor();

  await dialog().getByLabel('Nome').fill('Zuleide Sarmento');
  await dialog().getByLabel('WhatsApp').fill('+55 (11) 90000-1234');
  await expect.poll(() => dialog().getByLabel('WhatsApp').inputValue()).toBe(number);
  await dialog().getByRole('button', { name: 'Adicionar', exact: true }).last().click();
  await dialog().getByText('Deseja adicionar mesmo assim?').waitFor();
  await dialog().getByRole('button', { name: 'Salvar mesmo assim' }).click();
  await dialog().waitFor({ state: 'detached' });
  await search('zuleide');
  await row('Zuleide Sarmento').waitFor();
});

test('extra information is kept with the contact, and a change elsewhere is seen here', async () => {
  await page.getByRole('button', { name: 'Editar Zuleide Sarmento' }).click();
  await dialog().getByRole('button', { name: 'Adicionar' }).click();
  await dialog().getByLabel('Nome do campo').fill('CPF');
  await dialog().getByLabel('Valor').fill('000.000.000-00');
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await dialog().waitFor({ state: 'detached' });
  const found = await gestor.get<{ id: number; extraInfo: { name: string }[] }>(
    '/contacts/get-by-number/5511900001234',
  );
  expect(found.body.extraInfo).toMatchObject([{ name: 'CPF', value: '000.000.000-00' }]);
  await gestor.put(`/contacts/${found.body.id}`, { name: 'Zuleide S. Prado' });
  await row('Zuleide S. Prado').waitFor();
});

test('a contact without conversations is deleted; one with them is not, and the reason is told', async () => {
  await page.getByRole('button', { name: 'Excluir Zuleide' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir contato' }).click();
  await row('Zuleide').waitFor({ state: 'detached' });
  await search('josefa');
  await page
    .getByRole('button', { name: /^Excluir Josefa/ })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir contato' }).click();
  await page.getByRole('alertdialog').getByText('Este contato tem atendimentos e não pode ser excluído.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
});

test('from a contact one goes to the running conversation', async () => {
  await page
    .getByRole('button', { name: /^Conversar com Josefa/ })
    .first()
    .click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}|\/tickets/);
  await page
    .getByText(/Josefa/)
    .first()
    .waitFor();
  expect(product.troubles).toEqual([]);
});
