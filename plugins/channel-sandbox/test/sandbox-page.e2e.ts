import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Person } from '@balcao/sdk/testing';
import { openProduct, type Product } from '../../../scripts/test/product/product.ts';

interface Line {
  id: number;
  name: string;
  paired: boolean;
}
let product: Product;
/** The administrator, on the pages of this test. */
let page: Page;
/** A colleague who attends by the API: a person has one session at a time. */
let gestor: Person;
let lines: Line[];

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  page = await product.windowOf('admin@balcao.local');
  page.setDefaultTimeout(15_000);
  gestor = await product.person('gestor@balcao.local');
  lines = (await gestor.get<Line[]>('/sandbox')).body;
});
afterAll(() => product?.close());

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const open = (path: string) => page.goto(`${product.host.url}${path}`);
const composer = () => page.getByRole('textbox', { name: /^Escrever como/ });
const messages = () => page.getByRole('log');

test('the code to scan is shown until the phone read it: the window closes and the warning goes', async () => {
  const unpaired = lines.find(({ paired }) => !paired);
  if (!unpaired) throw new Error('the demo has a line that is not paired');
  await open('/connections');
  await page.getByText(`${unpaired.name} sem conexão`).waitFor();
  await row(unpaired.name).getByRole('button', { name: 'Novo QR code' }).click();
  await page.getByRole('img', { name: `QR code para conectar ${unpaired.name}` }).waitFor();
  await gestor.post(`/sandbox/${unpaired.id}/pair`, {});
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await row(unpaired.name).getByText('Conectada').waitFor();
  await page.getByText(`${unpaired.name} sem conexão`).waitFor({ state: 'detached' });

  await row(unpaired.name).getByRole('button', { name: 'Desconectar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desconectar' }).click();
  await row(unpaired.name).getByText('Desconectada').waitFor();
});

test('a new connection needs an entry department, and begins with its code', async () => {
  await page.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Simulador' }).click();
  await page.getByLabel('Nome').fill('Linha nova');
  await page.getByRole('dialog').getByRole('button', { name: 'Adicionar' }).click();
  await page.getByText('Selecione um departamento de Entrada').waitFor();
  await page.getByRole('combobox', { name: 'Fila de entrada' }).click();
  await page.getByRole('option', { name: 'Trabalhista' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('img', { name: 'QR code para conectar Linha nova' }).waitFor();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await row('Linha nova').getByRole('button', { name: 'Ler QR code' }).waitFor();
  await page.getByRole('button', { name: 'Excluir Linha nova' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir conexão' }).click();
  await row('Linha nova').waitFor({ state: 'detached' });
});

test('somebody new writes on the simulated phone, the company answers, and the answer is read', async () => {
  await open('/sandbox');
  await page.getByRole('button', { name: 'Adicionar pessoa' }).click();
  await page.getByLabel('Nome').fill('Zilda Toledo');
  await page.getByRole('textbox', { name: /^Número/ }).fill('5511900005678');
  await page.getByRole('dialog').getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('textbox', { name: 'Escrever como Zilda Toledo' }).waitFor();
  await composer().fill('Bom dia, a audiência foi remarcada?');
  await composer().press('Enter');
  await messages().getByText('Bom dia, a audiência foi remarcada?').waitFor();

  const waiting = async () =>
    (await gestor.get<{ tickets: { id: number }[] }>('/tickets?searchParam=Zilda&showAll=true')).body.tickets;
  await expect.poll(async () => (await waiting()).length).toBe(1);
  const ticketId = (await waiting())[0]!.id;
  expect((await gestor.put(`/tickets/${ticketId}`, { status: 'open', userId: gestor.id })).status).toBe(200);
  await gestor.post(`/messages/${ticketId}`, { body: 'Foi sim, para quinta-feira.' });
  await messages().getByText('Foi sim, para quinta-feira.').waitFor();
  await messages().getByRole('img', { name: 'lida' }).last().waitFor();
  await expect
    .poll(
      async () =>
        (await gestor.get<{ messages: { ack: number }[] }>(`/messages/${ticketId}`)).body.messages.at(-1)?.ack,
    )
    .toBe(3);
});

test('a picture goes from the phone to the conversation, and is seen on the phone', async () => {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  await page.locator('input[type=file]').setInputFiles({ name: 'recibo.png', mimeType: 'image/png', buffer: picture });
  await composer().fill('Segue o recibo');
  await page.getByRole('button', { name: 'Enviar' }).click();
  const shown = messages().getByRole('img', { name: 'recibo.png' });
  await shown.waitFor();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  expect(await messages().getByText('Segue o recibo').count()).toBe(1);
});

test('without confirmations the company sees delivered, until the person says it was read', async () => {
  await page.getByRole('switch', { name: 'Confirmar a leitura do que aparece na tela' }).click();
  const [ticket] = (await gestor.get<{ tickets: { id: number }[] }>('/tickets?searchParam=Zilda&showAll=true')).body
    .tickets;
  await gestor.post(`/messages/${ticket!.id}`, { body: 'Anote o endereço.' });
  await messages().getByText('Anote o endereço.').waitFor();
  await messages().getByRole('img', { name: 'entregue' }).waitFor();
  await messages().getByRole('button', { name: 'Marcar como lida' }).click();
  await messages().getByRole('img', { name: 'entregue' }).waitFor({ state: 'detached' });
});

test('what is written while the phone has no internet stays with its reason, and is sent once when tried again', async () => {
  const internet = page.getByRole('switch', { name: 'Com internet' });
  await internet.click();
  await page.getByText('Sem resposta').first().waitFor();
  await composer().fill('Chegou aí?');
  await composer().press('Enter');
  await page.getByText('O celular simulado está sem conexão.').waitFor();
  await internet.click();
  await page.getByText('Conectada').first().waitFor();
  await messages().getByRole('button', { name: 'Tentar de novo' }).click();
  await page.getByText('O celular simulado está sem conexão.').waitFor({ state: 'detached' });
  await expect.poll(() => messages().getByText('Chegou aí?').count()).toBe(1);
  expect(product.troubles).toEqual([]);
});
