import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Person } from '@balcao/testing';
import { telephones } from '../../demo/cast.ts';
import {
  accept,
  composerOf,
  openRow,
  openWaiting,
  rowOf,
  sendReply,
  showWaiting,
  threadOf,
  waitingCount,
} from './ticket-actions.ts';
import { openPhone, type Phone } from './phone.ts';
import { openProduct, signIn, visit, type Product } from './product.ts';

let product: Product;
/** The window of the attendant. */
let page: Page;
/** Uses the simulated network, and acts as the colleague. */
let manager: Person;
let url: string;
let numbers = 0;

const caller = async (name: string, first: string): Promise<Phone> => {
  numbers += 1;
  const phone = await openPhone(manager, name, `55119500001${String(numbers).padStart(2, '0')}`);
  await phone.write(first);
  return phone;
};
const idOf = async (name: string): Promise<{ id: number; uuid: string }> => {
  const { body } = await manager.get<{ tickets: { id: number; uuid: string }[] }>(
    `/tickets?status=pending&showAll=true&searchParam=${encodeURIComponent(name)}`,
  );
  const found = body.tickets[0];
  if (!found) throw new Error(`no pending conversation of ${name}`);
  return found;
};
const bodies = async (phone: Phone): Promise<string[]> => (await phone.shows()).map(({ body }) => body);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgGNsBAAI0AYGv6gvYAAAAAElFTkSuQmCC',
  'base64',
);

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  ({ url } = product.host);
  manager = await product.person('gestor@balcao.local');
  page = await product.windowOf('admin@balcao.local');
});
afterAll(() => product?.close());

test('a conversation transferred to a queue is pending there, and returning, resolving and reopening it move it accordingly', async () => {
  const phone = await caller('Zilda Arruda Penteado', 'Preciso falar sobre minha rescisão.');
  await accept(page, phone);
  await page.getByRole('button', { name: /^Transferir/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await dialog.getByText('Selecione um usuário ou uma fila!').waitFor();
  await dialog.getByRole('combobox', { name: /^Departamento/ }).click();
  await page.getByRole('option', { name: 'Trabalhista', exact: true }).click();
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await page.getByText(`Atendimento de ${phone.name} transferido`).waitFor();
  await page.waitForURL((address) => address.pathname === '/tickets');

  await page.getByRole('tab', { name: /^Aguardando/ }).click();
  await rowOf(page, phone.name).waitFor();
  await expect.poll(() => rowOf(page, phone.name).textContent()).toContain('Trabalhista');
  await accept(page, phone);
  await page.getByRole('button', { name: /^Devolver para a fila/ }).click();
  await page.getByText(`${phone.name} voltou para a fila`).waitFor();
  await page.waitForURL((address) => address.pathname === '/tickets');

  await accept(page, phone);
  await page.getByRole('button', { name: 'Resolver' }).first().click();
  await page.waitForURL((address) => address.pathname === '/tickets');
  await page.getByRole('tab', { name: 'Fechados' }).click();
  await rowOf(page, phone.name).click();
  await page.getByRole('button', { name: 'Reabrir' }).last().click();
  await composerOf(page).waitFor();
});

test('a message to a number that does not exist shows why it failed, and is sent by a retry', async () => {
  const phone = await caller('Otacílio Braga', 'Bom dia');
  await accept(page, phone);
  await phone.exists(false);
  await sendReply(page, 'Bom dia, seu Otacílio.');
  const reason = threadOf(page).getByText('Não enviada: o número de Otacílio não existe neste canal.');
  await reason.waitFor();
  await phone.exists(true);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.poll(() => bodies(phone)).toContain('Bom dia, seu Otacílio.');
  await reason.waitFor({ state: 'detached' });
});

test('while the network is cut a message waits with a clock, and is sent once when it is back', async () => {
  const phone = await caller('Iracema Fontes', 'Tem alguém aí?');
  await accept(page, phone);
  await phone.link('cut');
  await sendReply(page, 'Estamos aqui, dona Iracema.');
  await threadOf(page).getByLabel('Aguardando envio').last().waitFor();
  expect(await bodies(phone)).not.toContain('Estamos aqui, dona Iracema.');
  await phone.link('mended');
  await expect.poll(() => bodies(phone)).toContain('Estamos aqui, dona Iracema.');
  expect((await bodies(phone)).filter((body) => body.startsWith('Estamos'))).toHaveLength(1);
});

test('files are exchanged in both directions: the picture reaches the phone, and a file from the phone can be opened', async () => {
  const phone = await caller('Dalva Muniz', 'Vou mandar o laudo.');
  await accept(page, phone);
  await page.locator('input[type=file]').setInputFiles({ name: 'recibo.png', mimeType: 'image/png', buffer: png });
  await composerOf(page).fill('Segue o recibo');
  await composerOf(page).press('Enter');
  await expect.poll(async () => (await phone.shows()).some(({ media }) => media !== null)).toBe(true);
  await expect.poll(() => bodies(phone)).toContain('Segue o recibo');

  await phone.sendFile(new File(['%PDF-1.4\n%%EOF\n'], 'laudo.pdf', { type: 'application/pdf' }));
  const document = threadOf(page).getByRole('link', { name: /laudo\.pdf/ });
  await document.waitFor();
  const file = await page.request.get(new URL((await document.getAttribute('href')) ?? '', url).href);
  expect(file.status()).toBe(200);
  expect(await file.text()).toContain('%PDF-1.4');
});

test('a draft survives a reload, in its own conversation', async () => {
  const phone = await caller('Nair Quadros', 'Qual o valor da consulta?');
  await accept(page, phone);
  await composerOf(page).fill('Dona Nair, a primeira consulta é');
  await page.reload();
  await composerOf(page).waitFor();
  await expect.poll(() => composerOf(page).inputValue()).toBe('Dona Nair, a primeira consulta é');
  await page.goto(`${url}/tickets`);
  await page.getByRole('option').nth(2).click();
  await composerOf(page).waitFor();
  await expect.poll(() => composerOf(page).inputValue()).toBe('');
});

test('a message that a customer writes while another conversation is open is shown on returning', async () => {
  const one = await caller('Celina Rocha', 'Oi, tudo bem?');
  const other = await caller('Durval Pimenta', 'Quero falar com o doutor.');
  await accept(page, one);
  await accept(page, other);
  await one.write('Ficou alguma dúvida nos documentos?');
  // The row shows it and is in its new position before it is clicked.
  await rowOf(page, one.name).getByText('Ficou alguma dúvida').waitFor();
  await openRow(page, one.name);
  await threadOf(page).getByText('Ficou alguma dúvida nos documentos?').waitFor();
  await openRow(page, other.name);
  await sendReply(page, 'Ele retorna às 14h.');
  await expect.poll(() => bodies(other)).toContain('Ele retorna às 14h.');
});

test('of two attendants who accept at the same time one gets the conversation, and the other is told who did', async () => {
  const colleague = await product.windowOf('ana@balcao.local');
  const phone = await caller('Clóvis Teles', 'Quero saber da minha aposentadoria.');
  const { id } = await idOf(phone.name);
  const { body: queues } = await manager.get<{ id: number; name: string }[]>('/queue');
  const queueId = queues.find(({ name }) => name === 'Previdenciário')?.id;
  expect((await manager.put(`/tickets/${id}`, { status: 'pending', queueId })).status).toBe(200);
  await openWaiting(page, phone);
  await openWaiting(colleague, phone);

  // The colleague clicked first, and the response arrives last.
  let letThrough = (): void => undefined;
  const heardLater = new Promise<void>((resolve) => (letThrough = resolve));
  await colleague.route(`**/api/tickets/${id}`, async (route) => {
    await heardLater;
    await route.continue();
  });
  await colleague.getByRole('button', { name: 'Aceitar' }).last().click();
  await page.getByRole('button', { name: 'Aceitar' }).last().click();
  await composerOf(page).waitFor();
  letThrough();
  await colleague.getByText('Marina Azevedo já aceitou este atendimento').waitFor();
  await expect.poll(() => composerOf(colleague).count()).toBe(0);
  await colleague.context().close();
});

test('filters narrow the list, are shown, and are part of the address', async () => {
  await visit(page, '/tickets?status=closed&all=1');
  await page.getByRole('button', { name: 'Filtros: 1 ativo' }).click();
  const panel = page.getByRole('region', { name: 'Filtros' });
  await panel.getByRole('button', { name: 'Trabalhista' }).click();
  await panel.getByText(/^\d+ atendimentos com 2 filtros$/).waitFor();
  expect(new URL(page.url()).searchParams.get('queues')).toMatch(/^\d+$/);
  const rows = page.getByRole('option').filter({ hasText: /Previdenciário|Família/ });
  await expect.poll(() => rows.count()).toBe(0);
  await page.reload();
  await page.getByRole('button', { name: 'Filtros: 2 ativos' }).waitFor();
  if ((await panel.count()) === 0) await page.getByRole('button', { name: /^Filtros/ }).click();
  await panel.getByRole('button', { name: 'Limpar' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?status=closed');
  await page.getByRole('button', { name: 'Filtros', exact: true }).click();
});

test('the search finds a name typed without accents or capitals', async () => {
  await visit(page, '/tickets?status=closed&all=1');
  await page.getByRole('searchbox', { name: 'Buscar contato ou mensagem' }).fill('antonio carlos');
  await expect.poll(() => page.getByRole('option').allTextContents()).not.toEqual([]);
  await expect
    .poll(async () => (await page.getByRole('option').allTextContents()).every((row) => /Antônio Carlos/.test(row)))
    .toBe(true);
  expect(new URL(page.url()).searchParams.get('q')).toBe('antonio carlos');
});

test('a long list loads more while it is scrolled, and keeps its position on returning', async () => {
  await page.goto(`${url}/tickets?status=closed&all=1`);
  const list = page.getByRole('listbox', { name: 'Atendimentos fechados' });
  await list.getByRole('option').first().waitFor();
  const total = Number(await list.getByRole('option').first().getAttribute('aria-setsize'));
  expect(total).toBeGreaterThan(40);
  await expect
    .poll(async () => {
      await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
      return Number(await list.getByRole('option').last().getAttribute('aria-posinset'));
    })
    .toBe(total);
  const scrollTop = await list.evaluate((box) => box.scrollTop);
  await list.getByRole('option').last().click();
  await page.waitForURL('**/tickets/*-*');
  await expect.poll(() => list.evaluate((box) => box.scrollTop)).toBe(scrollTop);
  await page.getByRole('link', { name: 'Contatos' }).first().click();
  await page.waitForURL('**/contacts');
  await page.goBack();
  await list.getByRole('option').first().waitFor();
  await expect.poll(() => list.evaluate((box) => box.scrollTop)).toBe(scrollTop);
});

test('the count of pending conversations follows changes by others', async () => {
  await showWaiting(page);
  await page.getByRole('option').first().waitFor();
  const before = await waitingCount(page);
  const phone = await caller('Ubirajara Lins', 'Boa tarde');
  await rowOf(page, phone.name).waitFor();
  await expect.poll(() => waitingCount(page)).toBe(before + 1);
  const { id } = await idOf(phone.name);
  await manager.put(`/tickets/${id}`, { status: 'open', userId: manager.id });
  await expect.poll(() => waitingCount(page)).toBe(before);
  await rowOf(page, phone.name).waitFor({ state: 'detached' });
});

test('without internet a bar shows it, messages wait, and each is sent once when the network is back', async () => {
  const phone = await caller('Hermínia Sales', 'Pode me ligar?');
  await accept(page, phone);
  await page.context().setOffline(true);
  await page.getByText('Você está sem internet. O que você digitar fica guardado aqui.').waitFor();
  await sendReply(page, 'Ligo em cinco minutos.');
  await threadOf(page).getByText('Ligo em cinco minutos.').waitFor();
  await composerOf(page).fill('E depois mando um resumo');
  await page.context().setOffline(false);
  await expect.poll(() => bodies(phone)).toContain('Ligo em cinco minutos.');
  await page.getByText('Você está sem internet.').waitFor({ state: 'detached' });
  expect((await bodies(phone)).filter((body) => body.startsWith('Ligo'))).toHaveLength(1);
  await expect.poll(() => composerOf(page).inputValue()).toBe('E depois mando um resumo');
  await composerOf(page).fill('');
});

test('with hidden numbers, no data that reaches an attendant’s browser contains one', async () => {
  const { settings } = product.host.kernel.identity;
  await settings.set(1, 'hideContactNumber', 'enabled');
  const attendant = await product.visitor();
  const known = telephones.map(({ number }) => number);
  const leaks: string[] = [];
  const record = (where: string, text: string): void => {
    const digits = text.replace(/(?<=\d)\D{1,3}(?=\d)/g, '');
    for (const number of known) if (digits.includes(number.slice(2))) leaks.push(`${where} ${number}`);
  };
  attendant.on('response', async (response) => {
    if (response.url().includes('/api/')) record(response.url(), await response.text().catch(() => ''));
  });
  await signIn(attendant, url, 'ana@balcao.local', undefined, '/contacts');
  const lookAt = async (path: string, ready: string): Promise<void> => {
    if (!attendant.url().endsWith(path)) await attendant.goto(`${url}${path}`);
    await attendant.getByText(ready).first().waitFor();
    record(path, await attendant.content());
  };
  await lookAt('/contacts', 'Adriano Marcondes Vieira');
  await expect.poll(() => attendant.getByText(/^\D*\d{4}$/).count()).toBeGreaterThan(0);
  await lookAt('/tickets?status=pending', 'Marlene Aparecida Fontoura');
  await rowOf(attendant, 'Marlene Aparecida Fontoura').click();
  await attendant.getByRole('complementary', { name: 'Contato' }).getByText('WhatsApp', { exact: true }).waitFor();
  record('conversation', await attendant.content());
  await attendant.keyboard.press('Control+k');
  await attendant.getByRole('combobox', { name: 'Buscar ou executar' }).fill('Marlene');
  await attendant
    .getByRole('dialog')
    .getByRole('option', { name: /Marlene/ })
    .first()
    .waitFor();
  record('palette', await attendant.content());
  expect(leaks).toEqual([]);
  await settings.set(1, 'hideContactNumber', 'disabled');
  await attendant.context().close();
});
