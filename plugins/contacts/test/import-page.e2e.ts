import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFaultsInBothThemes, type Person } from '@balcao/testing';
import { takePictures } from '../../../scripts/test/pictures.ts';
import { openProduct, type Product } from '../../../scripts/test/product/product.ts';
import { workbook, type Cell } from './spreadsheet.ts';

let product: Product;
let page: Page;
let gestor: Person;

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  page = await product.windowOf('admin@balcao.local', {}, '/contacts');
  gestor = await product.person('gestor@balcao.local');
});
afterAll(() => product?.close());

/** Expects no axe violation in either theme, once opened elements have finished opening. */
const expectSound = async (): Promise<void> => {
  await expect.poll(() => axeFaultsInBothThemes(page), { interval: 500 }).toEqual([]);
};
/** Expects the same on a phone, where nothing is wider than the screen. */
const expectSoundOnPhone = async (): Promise<void> => {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await expectSound();
  await page.setViewportSize({ width: 1440, height: 900 });
};
const dialog = () => page.getByRole('dialog');
const rows: Cell[][] = [
  ['Nome', 'Celular', 'E-mail', 'Como conheceu', 'CPF'],
  ['Zilda Amaral', 5511900010001, 'zilda@exemplo.com', 'google', '111.222.333-44'],
  ['Zeca Pontes', '(11) 90001-0002', '', '', '222.333.444-55'],
  ['Z', '5511900010003', '', '', ''],
  ['Zuleica Reis', '12', '', '', ''],
  ['Zilda de novo', '5511900010001', '', '', ''],
];

test('A spreadsheet is imported step by step: file, columns, check, result with the skipped rows', async () => {
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  await page.getByRole('menuitem', { name: 'De uma planilha' }).click();
  await page.getByText('Solte aqui a planilha com os contatos').waitFor();
  await takePictures(page, 'import-1-file');
  await expectSound();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'agenda.xlsx', mimeType: 'application/octet-stream', buffer: workbook(rows) });
  await page.waitForURL(/\/contacts\/import\/\d+$/);
  await page.getByRole('combobox', { name: 'O que é a coluna Celular' }).waitFor();
  await expect
    .poll(() => page.getByRole('combobox', { name: 'O que é a coluna Celular' }).textContent())
    .toBe('WhatsApp');
  expect(await page.getByRole('combobox', { name: 'O que é a coluna CPF' }).textContent()).toBe(
    'Informação extra: CPF',
  );
  await takePictures(page, 'import-2-columns');
  await expectSound();

  // A field chosen for one column is removed from the column that had it, and missing fields are reported.
  await page.getByRole('combobox', { name: 'O que é a coluna Nome' }).click();
  await page.getByRole('option', { name: 'Não importar' }).click();
  await page.getByText('Falta dizer qual coluna tem: Nome.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Conferir' }).isDisabled()).toBe(true);
  await page.getByRole('combobox', { name: 'O que é a coluna Nome' }).click();
  await page.getByRole('option', { name: 'Nome', exact: true }).click();

  // A reload in the middle resumes at the same step.
  await page.reload();
  await page.getByRole('button', { name: 'Conferir' }).click();
  await page.getByText('Repetidos no arquivo').waitFor();
  await page.getByRole('row', { name: /4 Nome Z Nome muito curto!/ }).waitFor();
  await page.getByRole('row', { name: /6 .*Mesmo número da linha 2/ }).waitFor();
  await takePictures(page, 'import-3-check');
  await expectSound();

  await page.getByRole('button', { name: 'Importar 2 contatos' }).click();
  await page.getByText('Importação concluída.').first().waitFor();
  await page.getByRole('row', { name: /Nome muito curto!/ }).waitFor();
  await takePictures(page, 'import-4-result');
  await expectSound();
  await expectSoundOnPhone();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar csv' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/linhas-fora\.csv$/);
  await page.getByRole('button', { name: 'Ver contatos' }).click();
  await page.getByRole('searchbox').fill('zilda');
  await page.getByRole('row', { name: /Zilda Amaral/ }).waitFor();
  expect((await gestor.get<{ origin: string }>('/contacts/get-by-number/5511900010001')).body.origin).toBe('GOOGLE');
});

test('A small import that ends before the request that started it is answered is shown as ended', async () => {
  await page.goto(`${product.host.url}/contacts/import`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'uma.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Nome;Telefone\nYolanda Rápida;11 90001-0088'),
  });
  await page.getByRole('button', { name: 'Conferir' }).click();
  await page.route('**/api/contacts/import/*/start', async (route) => {
    const answer = await route.fetch();
    const { id } = (await answer.json()) as { id: number };
    const shown = () => gestor.get<{ status: string }>(`/contacts/import/${id}`);
    await expect.poll(async () => (await shown()).body.status).toBe('done');
    // The page has received the end, too.
    await page.getByText('Importação concluída.').first().waitFor();
    await route.fulfill({ response: answer });
  });
  const answered = page.waitForResponse('**/api/contacts/import/*/start');
  await page.getByRole('button', { name: 'Importar 1 contato' }).click();
  await (await answered).finished();
  await page.getByText('Importação concluída.').first().waitFor();
  expect(await page.getByText('Importação concluída.').first().isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Ver contatos' }).count()).toBe(1);
  await page.unroute('**/api/contacts/import/*/start');
});

test('A CSV file of an older spreadsheet program is imported with its accents, and known contacts are completed', async () => {
  await page.goto(`${product.host.url}/contacts/import`);
  await page.getByRole('link', { name: 'agenda.xlsx' }).waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name: 'antiga.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Nome;Telefone;E-mail\r\nZé Conceição;11 90001-0009;\r\nZeca;11 90001-0002;zeca@exemplo.com',
      'latin1',
    ),
  });
  await page.getByRole('button', { name: 'Conferir' }).click();
  await page.getByRole('radio', { name: 'Completar o que falta na agenda' }).check();
  await takePictures(page, 'import-3-check-known');
  await page.getByRole('button', { name: 'Importar 2 contatos' }).click();
  await page.getByText('Importação concluída.').first().waitFor();
  const found = async (number: string) =>
    (await gestor.get<{ name: string; email: string }>(`/contacts/get-by-number/${number}`)).body;
  expect((await found('5511900010009')).name).toBe('Zé Conceição');
  await expect.poll(() => found('5511900010002')).toMatchObject({ name: 'Zeca Pontes', email: 'zeca@exemplo.com' });
});

test('A file that cannot be read shows the reason, and another one can be chosen at once', async () => {
  await page.goto(`${product.host.url}/contacts/import`);
  const give = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await give('foto.png', Buffer.from('x'));
  await page.getByText('Escolha um arquivo xlsx, xls ou csv.').waitFor();
  await page.getByRole('button', { name: 'Escolher arquivo' }).focus();
  await give('vazia.csv', Buffer.from('Nome;Telefone\n'));
  await page.getByText('Esta planilha não tem nenhuma linha de contato na primeira aba.').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Escolher arquivo');
  await takePictures(page, 'import-1-fault');
});

test('A person who leaves the page during an upload is not taken back when it ends', async () => {
  const gate = Promise.withResolvers<void>();
  const address = '**/api/contacts/import';
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await gate.promise;
    await route.continue().catch(() => undefined);
  });
  await page.locator('input[type=file]').setInputFiles({
    name: 'tarde.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Nome;Telefone\nZenaide Tarde;5511900010099'),
  });
  await page.getByText('tarde.csv').waitFor();
  await page.getByRole('button', { name: 'Contatos', exact: true }).click();
  await page.waitForURL(/\/contacts$/);
  gate.resolve();
  await page.getByRole('searchbox').fill('zeca');
  await page.getByRole('row', { name: /Zeca Pontes/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/contacts');
  await page.unroute(address);
});

test('Contacts of a connection are imported after a confirmation', async () => {
  const [line] = (await gestor.get<{ id: number; name: string }[]>('/sandbox')).body;
  await gestor.put(`/sandbox/${line!.id}/numbers/5511900010077`, { name: 'Zoraide Campos', invalid: false });
  await page.goto(`${product.host.url}/contacts`);
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  await page.getByRole('menuitem', { name: 'De uma conexão' }).click();
  await dialog().getByText('Importar contatos da conexão?').waitFor();
  await takePictures(page, 'import-connection');
  await dialog().getByRole('button', { name: 'Importar' }).click();
  await page.getByText('Importação concluída.').first().waitFor();
  await page.getByRole('button', { name: 'Ver contatos' }).click();
  await page.getByRole('searchbox').fill('zoraide');
  await page.getByRole('row', { name: /Zoraide Campos/ }).waitFor();
});

test('The list is exported as a file', async () => {
  await page.getByRole('button', { name: 'Mais opções' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Exportar os encontrados (xlsx)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('contatos.xlsx');
});

test('Two contacts are selected and merged by keyboard alone; numbers with and without the country code are suggested', async () => {
  await gestor.post('/contacts?forceInsert=true', {
    name: 'Zoraide C.',
    number: '11900010077',
    email: 'zoraide@exemplo.com',
  });
  await page.getByRole('row', { name: /Zoraide C\./ }).waitFor();
  await takePictures(page, 'contacts-page');
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name: 'Procurar duplicados' }).click();
  await dialog().getByRole('button', { name: 'Unir Zoraide Campos e Zoraide C.' }).waitFor();
  await takePictures(page, 'contacts-duplicates');
  await expectSound();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });

  await page.getByRole('checkbox', { name: 'Selecionar Zoraide Campos' }).focus();
  await page.keyboard.press('Space');
  await page.getByText('Selecione dois para unir.').waitFor();
  await page.getByRole('checkbox', { name: 'Selecionar Zoraide C.' }).focus();
  await page.keyboard.press('Space');
  await takePictures(page, 'contacts-selection');
  await page.getByRole('button', { name: 'Unir contatos' }).focus();
  await page.keyboard.press('Enter');
  await dialog().getByText('Qual contato fica?').waitFor();
  await takePictures(page, 'contacts-merge');
  await expectSound();
  await dialog().getByRole('button', { name: 'Unir contatos' }).focus();
  await page.keyboard.press('Enter');
  await dialog().waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Zoraide C\./ }).waitFor({ state: 'detached' });
  const { body } = await gestor.get<{ name: string; email: string; otherNumbers: string[] }>(
    '/contacts/get-by-number/11900010077',
  );
  expect(body).toMatchObject({ name: 'Zoraide Campos', email: 'zoraide@exemplo.com', otherNumbers: ['11900010077'] });
});

test('The form leads to the contact that has the number, and saves origin and a text file', async () => {
  await page.getByRole('button', { name: 'Adicionar contato' }).click();
  await dialog().getByLabel('Nome').fill('Zoraide outra vez');
  await dialog().getByLabel('WhatsApp').fill('5511900010077');
  await dialog().getByRole('button', { name: 'Adicionar', exact: true }).last().click();
  await dialog().getByText('Já existe um contato com este número.').waitFor();
  await takePictures(page, 'contact-form-duplicate');
  await dialog().getByRole('button', { name: 'Abrir contato' }).click();
  await page.getByRole('dialog', { name: 'Editar contato' }).waitFor();
  await expect.poll(() => dialog().getByLabel('Nome').inputValue()).toBe('Zoraide Campos');
  await dialog()
    .getByText(/Unido com “Zoraide C\.” por/)
    .waitFor();
  await dialog().getByRole('combobox', { name: 'Origem' }).click();
  await page.getByRole('option', { name: 'Tráfego pago' }).click();
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({ name: 'notas.txt', mimeType: 'text/plain', buffer: Buffer.from('Olá, atenção', 'latin1') });
  await dialog().getByText('notas.txt').waitFor();
  await takePictures(page, 'contact-form');
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Editar Zoraide Campos' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog().getByRole('link', { name: 'notas.txt' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString('utf8')).toBe('Olá, atenção');
  await dialog().getByRole('button', { name: 'Remover notas.txt' }).click();
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await dialog().waitFor({ state: 'detached' });
  const { body } = await gestor.get<{ origin: string; mediaPath: string | null }>(
    '/contacts/get-by-number/5511900010077',
  );
  expect(body).toMatchObject({ origin: 'TRÁFEGO PAGO', mediaPath: null });
  expect(product.troubles).toEqual([]);
});
