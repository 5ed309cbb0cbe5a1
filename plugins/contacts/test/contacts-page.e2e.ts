import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { roomJoined, type Person } from '@balcao/testing';
import { openProduct, type Product } from '../../../scripts/test/product/product.ts';

let product: Product;
let page: Page;
let gestor: Person;

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  page = await product.windowOf('admin@balcao.local', {}, '/contacts');
  gestor = await product.person('gestor@balcao.local');
});
afterAll(() => product?.close());

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const dialog = () => page.getByRole('dialog');
const search = (term: string) => page.getByRole('searchbox').fill(term);

test('The list shows all contacts, however many: the next page loads within 100 px of the bottom', async () => {
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

test('Opening the page requests the list once if no live update arrived', async () => {
  const asked = async (): Promise<number> => {
    const own = await page.context().newPage();
    let lists = 0;
    own.on('request', (request) => (lists += Number(new URL(request.url()).pathname === '/api/contacts')));
    const joined = roomJoined(own, 'contacts.list');
    await own.goto(`${product.host.url}/contacts`);
    await own.getByRole('row', { name: /Adriano Marcondes Vieira/ }).waitFor();
    await joined;
    await own.waitForLoadState('networkidle');
    await own.close();
    return lists;
  };
  // Live updates that arrived during the start cause a second request.
  await expect.poll(asked).toBe(1);
});

test('The form reports missing fields, and saves a number that no channel knows after a confirmation', async () => {
  const number = '5511900001234';
  const [line] = (await gestor.get<{ id: number }[]>('/sandbox')).body;
  await gestor.put(`/sandbox/${line!.id}/numbers/${number}`, { invalid: true });

  await page.getByRole('button', { name: 'Adicionar contato' }).click();
  await dialog().getByRole('button', { name: 'Adicionar', exact: true }).last().click();
  await dialog().getByText('Campo obrigatório').waitFor();
  await dialog().getByText('Número inválido').waitFor();

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

test('Extra information is saved with the contact, and a change elsewhere appears here', async () => {
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

interface Kept {
  id: number;
  name: string;
  email: string;
  extraInfo: { id: number; name: string; value: string }[];
}

test('A form that was open does not undo a colleague’s changes, and loses nothing that was typed', async () => {
  const extraInfo = [{ name: 'CPF', value: '1' }];
  const { body } = await gestor.post<Kept>('/contacts', { name: 'Zoroastro', number: '5511900001235', extraInfo });
  await search('zoroastro');
  await page.getByRole('button', { name: 'Editar Zoroastro' }).click();
  await dialog().getByLabel('E-mail').fill('zoro@exemplo.com');
  await dialog().getByRole('button', { name: 'Adicionar' }).click();
  await dialog().getByLabel('Nome do campo').last().fill('RG');
  await dialog().getByLabel('Valor').last().fill('2');

  await gestor.put(`/contacts/${body.id}`, {
    name: 'Zoroastro Prado',
    extraInfo: [...body.extraInfo, { name: 'Pasta', value: '3' }],
  });
  // The network comes back, and the contact cannot be read at that moment.
  const asked = Promise.withResolvers<void>();
  const address = `**/api/contacts/${body.id}`;
  await page.route(address, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    await route.fulfill({ status: 404, json: { error: 'ERR_NO_CONTACT_FOUND' } });
    asked.resolve();
  });
  await page.evaluate("dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))");
  await asked.promise;
  await page.unroute(address);
  // Behind the dialog.
  await page.locator('tr', { hasText: 'Zoroastro Prado' }).waitFor();

  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await dialog().waitFor({ state: 'detached' });
  expect((await gestor.get<Kept>(`/contacts/${body.id}`)).body).toMatchObject({
    name: 'Zoroastro Prado',
    email: 'zoro@exemplo.com',
    extraInfo: [{ name: 'CPF' }, { name: 'Pasta' }, { name: 'RG' }],
  });
});

test('The list skips nobody when a colleague deletes a contact above', async () => {
  const [one, two] = [
    (await gestor.post<Kept>('/contacts', { name: 'Aaron Um', number: '5511900001236' })).body,
    (await gestor.post<Kept>('/contacts', { name: 'Aaron Dois', number: '5511900001237' })).body,
  ];
  await search('');
  await page.reload();
  await row('Aaron Dois').waitFor();
  await gestor.post('/contacts/merge', { keepId: one.id, mergeId: two.id });
  await row('Aaron Dois').waitFor({ state: 'detached' });
  const { body } = await gestor.get<unknown[]>('/contacts/list');
  await expect
    .poll(async () => {
      await page
        .locator('[data-scroll=page]')
        .evaluate((element) => element.scrollTo(0, element.scrollHeight - element.clientHeight));
      return page.getByRole('row').count();
    })
    .toBe(body.length + 1);
});

test('A contact without tickets is deleted; one with tickets is not, and the reason is displayed', async () => {
  await search('zuleide');
  await page.getByRole('checkbox', { name: 'Selecionar Zuleide' }).check();
  await page.getByText('1 contato selecionado').waitFor();
  await page.getByRole('button', { name: 'Excluir Zuleide' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir contato' }).click();
  await row('Zuleide').waitFor({ state: 'detached' });
  // It is also removed from the selection for a merge.
  await page.getByText('1 contato selecionado').waitFor({ state: 'detached' });
  await search('josefa');
  await page
    .getByRole('button', { name: /^Excluir Josefa/ })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir contato' }).click();
  await page.getByRole('alertdialog').getByText('Este contato tem atendimentos e não pode ser excluído.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
});

test('The list shows its total, and all loaded contacts are selected and deleted at once', async () => {
  for (const [at, name] of ['Xerxes Um', 'Xerxes Dois'].entries())
    await gestor.post('/contacts', { name, number: `551190000124${at}` });
  await search('xerxes');
  await row('Xerxes Dois').waitFor();
  const title = page.getByRole('region', { name: 'Contatos' }).locator('header').first();
  await expect.poll(() => title.textContent()).toContain('Contatos2');
  // A missing value is a dash in every column, and words for screen readers.
  expect(await row('Xerxes Um').getByText('Não informado').count()).toBe(2);
  const all = page.getByRole('checkbox', { name: 'Selecionar todos os carregados' });
  await page.getByRole('checkbox', { name: 'Selecionar Xerxes Um' }).check();
  expect(await all.evaluate((box) => (box as unknown as { indeterminate: boolean }).indeterminate)).toBe(true);
  await all.click();
  await page.getByText('2 contatos selecionados').waitFor();

  // Contacts with tickets remain, and the others are deleted all the same.
  await search('josefa');
  await row('Josefa').first().waitFor();
  await all.check();
  const bar = page.getByRole('status').filter({ hasText: 'selecionados' });
  await bar.getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir contatos' }).click();
  // Both are shown for some seconds only.
  await Promise.all([
    page.getByText('2 contatos excluídos.').waitFor(),
    page.getByText(/ficou, porque tem atendimentos|ficaram, porque têm atendimentos/).waitFor(),
  ]);
  await search('xerxes');
  await page.getByText('Ninguém encontrado para “xerxes”').waitFor();
  await search('josefa');
  await row('Josefa').first().waitFor();
  await page.getByRole('button', { name: 'Limpar seleção' }).click();
});

test('A contact’s row leads to its open ticket', async () => {
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
