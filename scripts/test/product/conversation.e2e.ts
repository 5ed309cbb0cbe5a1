import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Person } from '@balcao/testing';
import { openProduct, type Product } from './product.ts';

let product: Product;
/** The window of an attendant of the first company. */
let desk: Page;
let phone: {
  write(body: string): Promise<void>;
  shows(): Promise<{ body: string; fromPhone: boolean; ack: number }[]>;
};
const number = '5511955550199';
const name = 'Josefa Conceição dos Prazeres';

/** Opens a simulated phone that writes to the company's first sandbox connection. */
const openPhone = async (owner: Person): Promise<typeof phone> => {
  const { body: lines } = await owner.get<{ id: number; paired: boolean }[]>('/sandbox');
  const line = lines.find(({ paired }) => paired);
  if (!line) throw new Error('the demo company has no paired line');
  return {
    write: async (body) => {
      const { status } = await owner.post(`/sandbox/${line.id}/messages`, { from: number, name, body });
      expect(status).toBe(200);
    },
    shows: async () =>
      (
        await owner.get<{ body: string; fromPhone: boolean; ack: number }[]>(
          `/sandbox/${line.id}/messages?with=${number}`,
        )
      ).body,
  };
};

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  // Another account than the window's: a person has one session at a time.
  phone = await openPhone(await product.person('gestor@balcao.local'));
  desk = await product.windowOf('admin@balcao.local');
});
afterAll(() => product?.close());

test('an attendant sees a customer’s message arrive, accepts the conversation, answers, and sees the ticks rise', async () => {
  const page = desk;
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  await phone.write('Bom dia! Preciso remarcar minha perícia.');
  const row = page.getByRole('option', { name: new RegExp(name) });
  await row.waitFor();
  await row.click();
  await page.getByText('Bom dia! Preciso remarcar minha perícia.').last().waitFor();
  await page.getByRole('button', { name: 'Aceitar' }).last().click();

  const composer = page.getByRole('textbox', { name: /Escreva|Mensagem/ });
  await composer.fill('Bom dia, dona Josefa! Para que dia?');
  await composer.press('Enter');
  await expect
    .poll(async () => (await phone.shows()).map(({ body }) => body))
    .toContain('Bom dia, dona Josefa! Para que dia?');
  await phone.write('Quinta-feira, se der.');
  await page.getByText('Quinta-feira, se der.').last().waitFor();
  await expect.poll(async () => (await phone.shows()).at(-2)?.ack).toBeGreaterThanOrEqual(2);

  await page.getByRole('button', { name: 'Resolver' }).first().click();
  expect(product.troubles).toEqual([]);
});

test('the second company sees no conversation of the first', async () => {
  const page = await product.windowOf('admin@outra.local');
  await page
    .getByRole('tab', { name: /Aguardando|Atendendo/ })
    .first()
    .waitFor();
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(0);
  await expect.poll(() => page.getByText(name).count()).toBe(0);
});

test('switching a module off removes its panel from open windows, and on again restores it', async () => {
  const page = desk;
  await page.getByRole('tab', { name: /Atendendo/ }).click();
  await page.getByRole('tab', { name: /Atendendo/, selected: true }).waitFor();
  await page.getByRole('option').first().click();
  const stage = page.getByText('Etapa no CRM');
  await stage.first().waitFor();
  const gestor = await product.person('gestor@balcao.local');
  const { settings } = product.host.kernel.identity;
  await settings.set(1, 'kanbanEnabled', 'disabled');
  await stage.first().waitFor({ state: 'detached' });
  expect((await gestor.get('/kanban-lanes')).status).toBe(404);
  await settings.set(1, 'kanbanEnabled', 'enabled');
  await stage.first().waitFor();
});
