import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFaults, type Person } from '@balcao/testing';
import { openProduct, type Product } from '../../../scripts/test/product/product.ts';

interface Message {
  id: number;
  body: string;
  mediaType: string | null;
  dataJson: { kind: string } | null;
  messageReact: object[];
  isDeleted: boolean;
}
interface Conversation {
  messages: Message[];
}
interface Line {
  id: number;
  name: string;
  paired: boolean;
}
let product: Product;
/** The administrator’s page. */
let page: Page;
/** A colleague who works by the API: a person has one session at a time. */
let gestor: Person;
let lines: Line[];

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  page = await product.windowOf('admin@balcao.local', {}, '/connections');
  gestor = await product.person('gestor@balcao.local');
  lines = (await gestor.get<Line[]>('/sandbox')).body;
});
afterAll(() => product?.close());

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const ticketOf = async (name: string): Promise<number> =>
  (await gestor.get<{ tickets: { id: number }[] }>(`/tickets?searchParam=${name}&showAll=true`)).body.tickets[0]!.id;
const open = (path: string) => page.goto(`${product.host.url}${path}`);
const composer = () => page.getByRole('textbox', { name: /^Escrever como/ });
const messages = () => page.getByRole('log');

test('The QR code is displayed until the phone scans it: the window closes and the warning disappears', async () => {
  const unpaired = lines.find(({ paired }) => !paired);
  if (!unpaired) throw new Error('the demo has no unpaired connection');
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

test('A new connection needs an entry queue, and begins with its code', async () => {
  await page.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Simulador' }).click();
  await page.getByLabel('Nome').fill('Linha nova');
  await page.getByRole('dialog').getByRole('button', { name: 'Adicionar' }).click();
  await page.getByText('Selecione um departamento de Entrada').waitFor();
  await page.getByRole('combobox', { name: 'Departamento de entrada' }).click();
  await page.getByRole('option', { name: 'Trabalhista' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('img', { name: 'QR code para conectar Linha nova' }).waitFor();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await row('Linha nova').getByRole('button', { name: 'Ler QR code' }).waitFor();
  await page.getByRole('button', { name: 'Excluir Linha nova' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir conexão' }).click();
  await row('Linha nova').waitFor({ state: 'detached' });
});

test('A new person writes on the simulated phone, the company replies, and the reply is read', async () => {
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

test('A picture is sent from the phone to the ticket, and displayed on the phone', async () => {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'recibo.png', mimeType: 'image/png', buffer: picture });
  await composer().fill('Segue o recibo');
  await page.getByRole('button', { name: 'Enviar' }).click();
  const shown = messages().getByRole('img', { name: 'recibo.png' });
  await shown.waitFor();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await expect.poll(() => messages().getByText('Segue o recibo').count()).toBe(1);
});

test('A location, a contact card and a sticker are sent from the phone to the ticket', async () => {
  const attach = async (what: string) => {
    await page.getByRole('button', { name: 'Anexar arquivo' }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  await attach('Localização');
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click();
  await messages().getByText('Av. Paulista, 1578, São Paulo').waitFor();
  await attach('Contato');
  await page.getByLabel('Nome').fill('Cartório Central');
  await page.getByRole('textbox', { name: /^Número/ }).fill('551133334444');
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click();
  await messages().getByText('Cartório Central').waitFor();
  const sticker = await sharp({ create: { width: 128, height: 128, channels: 4, background: '#803b83' } })
    .webp()
    .toBuffer();
  await page.getByLabel('Figurinha').setInputFiles({ name: 'figurinha.webp', mimeType: 'image/webp', buffer: sticker });
  await messages().getByRole('img', { name: 'figurinha.webp' }).waitFor();
  const last = (await gestor.get<Conversation>(`/messages/${await ticketOf('Zilda')}`)).body.messages.slice(-3);
  expect(last.map(({ dataJson, mediaType }) => dataJson?.kind ?? mediaType)).toEqual([
    'location',
    'contacts',
    'sticker',
  ]);
});

test('Reactions, edits and deletions of either side appear on the other', async () => {
  const ticketId = await ticketOf('Zilda');
  const { id } = (await gestor.post<Message>(`/messages/${ticketId}`, { body: 'O prazo é sexta.' })).body;
  const bubble = messages().locator('div', { hasText: 'O prazo é sexta.' }).last();
  await bubble.waitFor();
  await page.getByRole('button', { name: 'Reagir' }).last().click();
  await page.getByRole('menuitem', { name: 'Reagir com 🙏' }).click();
  await messages().getByRole('img', { name: '🙏 da pessoa' }).waitFor();
  const ours = async () =>
    (await gestor.get<Conversation>(`/messages/${ticketId}`)).body.messages.find((message) => message.id === id);
  await expect.poll(async () => (await ours())?.messageReact).toEqual([{ emoji: '🙏', fromMe: false, name: null }]);
  await gestor.put(`/messages/${id}`, { body: 'O prazo é segunda.' });
  await messages().getByText('O prazo é segunda.').waitFor();
  await messages().getByText('editada').waitFor();

  await composer().fill('Obrigda');
  await composer().press('Enter');
  await messages().getByText('Obrigda').waitFor();
  await messages().getByRole('img', { name: 'Aguardando envio' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Opções da mensagem' }).last().click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await composer().fill('Obrigada!');
  await composer().press('Enter');
  await messages().getByText('Obrigada!').waitFor();
  const theirs = async () => (await gestor.get<Conversation>(`/messages/${ticketId}`)).body.messages.at(-1);
  await expect.poll(async () => (await theirs())?.body).toBe('Obrigada!');
  await gestor.post(`/messages/${(await theirs())!.id}/reaction`, { emoji: '❤️' });
  await messages().getByRole('img', { name: '❤️ da empresa' }).waitFor();

  await page.getByRole('button', { name: 'Opções da mensagem' }).last().click();
  await page.getByRole('menuitem', { name: 'Apagar para todos' }).click();
  await messages().getByText('Mensagem apagada').waitFor();
  await expect.poll(async () => (await theirs())?.isDeleted).toBe(true);
  await gestor.delete(`/messages/${id}`);
  await expect.poll(() => messages().getByText('Mensagem apagada').count()).toBe(2);
  await page.mouse.move(0, 0);
  expect(await axeFaults(page)).toEqual([]);
});

test('Without automatic receipts the company sees delivered, until the person confirms reading', async () => {
  await page.getByRole('switch', { name: 'Confirmar a leitura do que aparece na tela' }).click();
  const [ticket] = (await gestor.get<{ tickets: { id: number }[] }>('/tickets?searchParam=Zilda&showAll=true')).body
    .tickets;
  await gestor.post(`/messages/${ticket!.id}`, { body: 'Anote o endereço.' });
  await messages().getByText('Anote o endereço.').waitFor();
  await messages().getByRole('img', { name: 'entregue' }).waitFor();
  await messages().getByRole('button', { name: 'Marcar como lida' }).click();
  await messages().getByRole('img', { name: 'entregue' }).waitFor({ state: 'detached' });
});

test('A message written while the phone is offline stays with its reason, and is sent once when it is retried', async () => {
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
