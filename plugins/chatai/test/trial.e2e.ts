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
