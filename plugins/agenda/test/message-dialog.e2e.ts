import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFaultsInBothThemes, type Person } from '@balcao/testing';
import { takePictures } from '../../../scripts/test/pictures.ts';
import { openProduct, type Product } from '../../../scripts/test/product/product.ts';
import type { ScheduleView } from '../contract.ts';

let product: Product;
let page: Page;
/** A colleague who works by the API: a person has one session at a time. */
let gestor: Person;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agenda-'));
  product = await openProduct(inject('databaseUrl'));
  page = await product.windowOf('admin@balcao.local');
  gestor = await product.person('gestor@balcao.local');
});
afterAll(async () => {
  await product?.close();
  await rm(folder, { recursive: true, force: true });
});

const dialog = () => page.getByRole('dialog');
const found = async (text: string): Promise<ScheduleView[]> =>
  (await gestor.get<{ schedules: ScheduleView[] }>(`/schedules?searchParam=${encodeURIComponent(text)}`)).body
    .schedules;
/** A file that is larger than the server takes. */
const tooLarge = async (): Promise<string> => {
  const path = join(folder, 'audiência gravada.mp4');
  const file = await open(path, 'w');
  await file.truncate(60_000_000);
  await file.close();
  return path;
};

test('Saving again after a refused file schedules no second message', async () => {
  await page.goto(`${product.host.url}/schedules`);
  await page.getByRole('button', { name: 'Novo', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Mensagem agendada' }).click();
  await dialog()
    .getByRole('combobox', { name: /Contato/ })
    .pressSequentially('Thaís');
  await page.getByRole('option', { name: /Thaís/ }).first().click();
  const text = dialog().getByRole('textbox', { name: /^Mensagem/ });
  await text.fill('Segue a gravação da audiência.');
  await dialog()
    .locator('input[type="file"]')
    .setInputFiles(await tooLarge());
  await dialog().getByRole('button', { name: 'Agendar', exact: true }).click();
  await dialog().getByText('A mensagem já está agendada, mas sem o arquivo.').waitFor();
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await takePictures(page, 'refused-file');
  // Again with the same file, then without it.
  await dialog().getByRole('button', { name: 'Salvar', exact: true }).click();
  await dialog().getByRole('button', { name: 'Salvar', exact: true, disabled: false }).waitFor();
  await text.fill('Segue a gravação da audiência, em outra mensagem.');
  await dialog()
    .getByRole('button', { name: /^Remover/ })
    .first()
    .click();
  await dialog().getByRole('button', { name: 'Salvar', exact: true }).click();
  await dialog().waitFor({ state: 'detached' });
  const messages = await found('gravação da audiência');
  expect(messages.map(({ body, mediaName }) => [body, mediaName])).toEqual([
    ['Segue a gravação da audiência, em outra mensagem.', null],
  ]);
});
