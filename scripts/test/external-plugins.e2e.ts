import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Person } from '@balcao/testing';
import { declareDeliveryDesk } from './external-conversation.ts';
import { rootOf } from './import-rules.ts';
import { InstalledProduct, switchPlugin as turnFor } from './installed.ts';
import { openRow, showWaiting } from './product/ticket-actions.ts';

const root = rootOf(import.meta.dirname);
const plugins = ['acme-desk', 'acme-polls', 'acme-satisfaction', 'acme-sms', 'acme-urgency'];
const token = 'token-da-acme';

let product: InstalledProduct;
let url: string;
let page: Page;
let admin: Person;
let hostBefore: string;

/** Hashes the kernel and the web host, built parts included. */
const hashOfHost = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const part of ['kernel', 'web-host']) {
    const files = await readdir(path.join(root, part), { recursive: true, withFileTypes: true });
    const names = files
      .filter((file) => file.isFile() && !file.parentPath.includes('node_modules'))
      .map((file) => path.join(file.parentPath, file.name));
    for (const name of names.toSorted()) hash.update(name).update(await readFile(name));
  }
  return hash.digest('hex');
};

const turn = (plugin: string, on: boolean): Promise<void> => turnFor(admin, plugin, on);
const inMenu = (name: string) => page.getByRole('navigation').getByRole('link', { name });

beforeAll(async () => {
  product = await InstalledProduct.start(inject('databaseUrl'));
  ({ url } = product);
  hostBefore = await hashOfHost();
}, 300_000);
afterAll(() => product?.stop());

test('external plugins are checked, packed and installed into a running product, and are off for every company', async () => {
  admin = await product.person('admin@balcao.local');
  for (const plugin of plugins) {
    const added = await product.install(plugin, await product.sourceOf(plugin));
    expect(added).toContain('the running product has taken it up');
  }
  expect(await product.balcao(product.folder, 'list')).toMatch(
    /acme-desk[^]*acme-polls[^]*acme-satisfaction[^]*acme-sms[^]*acme-urgency/,
  );
  const { body } = await (
    await product.person('super@balcao.local')
  ).get<{ plugins: { id: string; state: string }[] }>('/platform/installed');
  expect(body.plugins.filter(({ id }) => plugins.includes(id)).map(({ state }) => state)).toEqual(
    plugins.map(() => 'running'),
  );
  expect((await admin.get('/satisfaction')).status).toBe(404);
  // Not the admin's: one person has one session.
  page = await product.windowOf('gestor@balcao.local');
  await expect.poll(() => inMenu('Satisfação').count()).toBe(0);
});

test('a page appears in and disappears from an open window, receives ended conversations, and is isolated from another company', async () => {
  await turn('acme-satisfaction', true);
  await inMenu('Satisfação').waitFor();
  await inMenu('Satisfação').click();
  await page.getByText('Nenhum atendimento encerrado').waitFor();
  const { body } = await admin.get<{ tickets: { id: number; contact: { name: string } }[] }>(
    '/tickets?status=open&showAll=true',
  );
  const [ticket] = body.tickets;
  await admin.put(`/tickets/${ticket?.id}`, { status: 'closed' });
  await expect.poll(async () => (await admin.get<{ scores: object[] }>('/satisfaction')).body.scores.length).toBe(1);
  await page.reload();
  const note = page.getByRole('combobox', { name: `Nota de ${ticket?.contact.name}` });
  await note.click();
  await page.getByRole('option', { name: '5' }).click();
  await page.getByText('Média 5').waitFor();
  const other = await product.person('admin@outra.local');
  expect((await other.get('/satisfaction')).status).toBe(404);
});

test('an external panel and filter work inside the ticket screen of another plugin', async () => {
  await turn('acme-urgency', true);
  await page.goto(`${url}/tickets`);
  await page.getByRole('tab', { name: /^Atendendo/ }).click();
  const row = page.getByRole('option').first();
  const name = (await row.getAttribute('aria-label'))?.split(',')[0] ?? '';
  await openRow(page, name);
  const urgency = page.getByRole('combobox', { name: 'Urgência' }).last();
  await urgency.click();
  await page.getByRole('option', { name: 'Alta' }).click();
  await page.getByRole('button', { name: /^Filtros/ }).click();
  await page.locator('#ticket-filters').getByRole('combobox', { name: 'Urgência' }).click();
  await page.getByRole('option', { name: 'Alta' }).click();
  await expect.poll(() => page.getByRole('listbox').first().getByRole('option').count()).toBe(1);
});

test('an exposed component of one external plugin is shown in the panel of another, and disappears when its plugin is switched off', async () => {
  await page.getByText('Média 5').waitFor();
  await turn('acme-satisfaction', false);
  await page.getByText('Média 5').waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Urgência' }).last().waitFor();
  await turn('acme-satisfaction', true);
  await page.getByText('Média 5').waitFor();
});

test('an external message kind has its own bubble, and is shown as text when its plugin is off', async () => {
  await turn('acme-polls', true);
  const uuid = new URL(page.url()).pathname.split('/').at(-1);
  const { body } = await admin.get<{ tickets: { id: number; uuid: string }[] }>('/tickets?status=open&showAll=true');
  const ticketId = body.tickets.find((ticket) => ticket.uuid === uuid)?.id;
  const poll = { question: 'Que dia prefere?', options: ['Sexta', 'Sábado'] };
  expect((await admin.post(`/polls/${ticketId}`, poll)).status).toBe(200);
  const answers = page.getByRole('list', { name: 'Respostas' });
  await answers.getByText('Sábado').waitFor();
  await turn('acme-polls', false);
  await answers.waitFor({ state: 'detached' });
  await page.getByText('Enquete: Que dia prefere? Sexta / Sábado').last().waitFor();
  expect((await admin.post(`/polls/${ticketId}`, poll)).status).toBe(404);
});

test('a conversation works in a dialog on an external page, whose address stays', async () => {
  await turn('acme-desk', true);
  await inMenu('Mesa da Acme').click();
  const card = page
    .getByRole('list', { name: 'Quem espera' })
    .getByRole('button', { name: /Aguardando/ })
    .first();
  await card.click();
  const dialog = page.getByRole('dialog', { name: 'Conversa da Acme' });
  await dialog.getByRole('button', { name: 'Aceitar' }).click();
  const composer = dialog.getByRole('textbox', { name: /^Mensagem para/ });
  await composer.fill('Já estou vendo para você.');
  await composer.press('Enter');
  await dialog.getByRole('log').getByText('Já estou vendo para você.').waitFor();
  await dialog.getByRole('button', { name: 'Resolver' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/desk');
});

test('an external channel carries a conversation both ways', async () => {
  const taken: { to: string; text: string }[] = [];
  const gateway: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      taken.push(JSON.parse(body) as { to: string; text: string });
      response.setHeader('content-type', 'application/json').end(`{"id":"out-${taken.length}"}`);
    });
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  try {
    await turn('acme-sms', true);
    const { port } = gateway.address() as AddressInfo;
    for (const [column, data] of [
      ['smsGatewayUrl', `http://127.0.0.1:${port}`],
      ['smsGatewayToken', token],
    ])
      expect((await admin.put('/companySettings', { column, data })).status).toBe(200);
    const queues = await admin.get<{ id: number }[] | { queues: { id: number }[] }>('/queue');
    const [queue] = Array.isArray(queues.body) ? queues.body : queues.body.queues;
    const made = await admin.post<{ id: number }>('/whatsapp', {
      name: 'SMS da loja',
      channel: 'acme-sms',
      keyWordQueueId: queue?.id,
    });
    expect(made.status).toBe(200);
    const { body } = await admin.get<{ path: string }>(`/acme-sms/${made.body.id}/address`);
    const raw = JSON.stringify({
      kind: 'message',
      id: 'in-1',
      from: '5511988887777',
      text: 'Vocês entregam hoje?',
      at: new Date().toISOString(),
    });
    const deliver = (signature: string) =>
      fetch(url + body.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-signature': signature },
        body: raw,
      });
    expect((await deliver('sha256=forged')).status).toBe(401);
    const signature = `sha256=${createHmac('sha256', token).update(raw).digest('hex')}`;
    expect((await deliver(signature)).status).toBe(200);
    expect((await deliver(signature)).status).toBe(200);
    await page.goto(`${url}/tickets`);
    await showWaiting(page);
    await openRow(page, '5511988887777');
    await page.getByRole('button', { name: 'Aceitar' }).last().click();
    const composer = page.getByRole('textbox', { name: /^Mensagem para/ });
    await composer.fill('Entregamos até as 18h.');
    await composer.press('Enter');
    await expect.poll(() => taken.length).toBe(1);
    expect(taken[0]).toMatchObject({ to: '5511988887777', text: 'Entregamos até as 18h.' });
  } finally {
    gateway.close();
  }
});

test('external plugins that are switched off disappear from the open window, and the host is unchanged', async () => {
  for (const plugin of plugins) await turn(plugin, false);
  await inMenu('Satisfação').waitFor({ state: 'detached' });
  expect((await admin.get('/satisfaction')).status).toBe(404);
  expect(await hashOfHost()).toBe(hostBefore);
});

describe('an external delivery desk written from the guide alone', () => {
  declareDeliveryDesk(
    () => product,
    async () => (page ??= await product.windowOf('gestor@balcao.local')),
  );
});
