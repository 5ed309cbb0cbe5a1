import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { PageFixture, type Row } from './page-fixture.ts';

let fixture: PageFixture;
let page: Page;
beforeAll(async () => {
  fixture = await PageFixture.open();
  ({ page } = fixture);
});
afterAll(() => fixture?.close());

const choose = (name: string, mimeType: string, buffer: Buffer): Promise<void> =>
  fixture.dialog().locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
const chooseText = (): Promise<void> => choose('boas-vindas.txt', 'text/plain', Buffer.from('Bem-vindo!'));
const choosePicture = (): Promise<void> =>
  choose(
    'boas-vindas.png',
    'image/png',
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  );
const add = async (): Promise<void> => {
  await fixture.dialog().getByRole('button', { name: 'Adicionar' }).click();
};
/** Waits for the answer to an upload. */
const uploaded = (status: number) =>
  page.waitForResponse((answer) => answer.url().endsWith('/media-upload') && answer.status() === status);
const named = async (path: string, pattern: RegExp): Promise<Row[]> =>
  (await fixture.colleague.get<Row[]>(path)).body.filter((row) => pattern.test(String(row['name'])));

test('A connection whose file was refused is created once', async () => {
  await page.goto(`${fixture.host.url}/connections?new=1`);
  await page.getByRole('menuitem', { name: 'Arquivo' }).click();
  await fixture.dialog().getByLabel('Nome').fill('WhatsApp Filial');
  await fixture.dialog().getByRole('combobox', { name: 'Departamento de entrada' }).click();
  await page.getByRole('option', { name: 'Comercial' }).click();
  await fixture.tab('Mensagens').click();
  await chooseText();
  let refused = uploaded(400);
  await add();
  await refused;
  // The person corrects the name too, while the form is open.
  await fixture.tab('Geral').click();
  await fixture.dialog().getByLabel('Nome').fill('WhatsApp Filial Centro');
  refused = uploaded(400);
  await add();
  await refused;
  await fixture.tab('Mensagens').click();
  await choosePicture();
  await add();
  await page.getByRole('img', { name: 'QR code para conectar WhatsApp Filial Centro' }).waitFor();
  expect(await named('/whatsapp', /Filial/)).toMatchObject([
    { name: 'WhatsApp Filial Centro', greetingMediaAttachment: { type: 'image' } },
  ]);
});

test('A queue whose file was refused can be saved with another one', async () => {
  await page.goto(`${fixture.host.url}/queues`);
  await page.getByRole('button', { name: 'Adicionar' }).first().click();
  await fixture.dialog().getByLabel('Nome').fill('Financeiro');
  await page.route('**/media-upload', (route) => route.fulfill({ status: 413, json: { error: 'ERR_FILE_TOO_LARGE' } }));
  await chooseText();
  const refused = uploaded(413);
  await add();
  await refused;
  await page.unroute('**/media-upload');
  await choosePicture();
  await add();
  await fixture.dialog().waitFor({ state: 'detached' });
  expect(await named('/queue', /Financeiro/)).toHaveLength(1);
});
