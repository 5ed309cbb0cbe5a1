import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaultsInBothThemes } from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { takePictures } from '../../../scripts/test/pictures.ts';
import { signIn } from '../../../scripts/test/product/product.ts';
import { openAiOffice, type AiOffice } from './ai-office.ts';

let office: AiOffice;
let browser: Browser;
let desk: Page;
beforeAll(async () => {
  office = await openAiOffice();
  browser = await launchBrowser();
  desk = await (await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } })).newPage();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await office?.close();
});

test('a model that a super user chooses for every company is called first, and is in use only when they say so', async () => {
  const { root } = office;
  // Not by the person's own session: the browser has replaced it.
  const inUse = async (): Promise<string | undefined> =>
    (
      await office.host.kernel.database.owner.query<{ model: string }>(
        `select model from chatai.platform_purpose where purpose = 'assistant'`,
      )
    ).rows[0]?.model;
  const { email, password } = root;
  await signIn(desk, office.host.url, email, password, '/settings?tab=chatai%2Fai');
  const model = desk.getByRole('combobox', { name: 'Modelo de Atendimento automático' }).first();
  const choose = async (name: string): Promise<void> => {
    await model.fill(name);
    await model.blur();
  };
  const dialog = desk.getByRole('dialog', { name: /^Usar .* em Atendimento automático\?$/ });
  await choose('sim-404');
  await dialog.getByRole('alert').waitFor();
  expect(await axeFaultsInBothThemes(desk)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await inUse()).toBe('sim-1');
  await expect.poll(() => model.inputValue()).toBe('sim-1');
  await choose('sim-2');
  await dialog.getByText('Primeira palavra').waitFor();
  expect(await axeFaultsInBothThemes(desk)).toEqual([]);
  await takePictures(desk, 'platform-trial');
  expect(await inUse()).toBe('sim-1');
  await dialog.getByRole('button', { name: 'Passar a usar' }).click();
  await expect.poll(inUse).toBe('sim-2');
});

test('a price that cannot be read or has no model is named in its field, and nothing of the table is lost', async () => {
  const stored = async () =>
    (
      await office.host.kernel.database.owner.query<{ model: string; input: string }>(
        `select model, input_micros as input from chatai.price order by model`,
      )
    ).rows;
  const { email, password } = office.root;
  await signIn(desk, office.host.url, email, password, '/settings?tab=chatai%2Fai');
  const prices = desk
    .locator('section, fieldset, div')
    .filter({ has: desk.getByRole('heading', { name: 'Preços dos modelos' }) })
    .last();
  const add = prices.getByRole('button', { name: 'Adicionar preço' });
  const save = prices.getByRole('button', { name: 'Salvar' });
  await add.click();
  await prices.getByLabel('Modelo').fill('sim-1');
  await prices.getByLabel('Entrada').fill('2,50');
  await add.click();
  await prices.getByLabel('Entrada').nth(1).fill('doze');
  await save.click();
  await prices.getByText('Escreva o modelo deste preço.').waitFor();
  await prices.getByText('Escreva um valor em reais, como 1,25.').waitFor();
  // The first field to mend has the focus.
  await expect
    .poll(() =>
      prices
        .getByLabel('Modelo')
        .nth(1)
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  expect(await axeFaultsInBothThemes(desk)).toEqual([]);
  await takePictures(desk, 'platform-prices');
  await prices.getByLabel('Entrada').nth(1).fill('12');
  await save.click();
  await prices.getByText('Escreva um valor em reais, como 1,25.').waitFor({ state: 'hidden' });
  // Still without its model: it is neither stored nor dropped.
  await prices.getByText('Escreva o modelo deste preço.').waitFor();
  expect(await stored()).toEqual([]);
  await prices.getByLabel('Modelo').nth(1).fill('sim-2');
  await add.click();
  await save.click();
  await expect.poll(async () => (await stored()).map(({ model }) => model)).toEqual(['sim-1', 'sim-2']);
});
