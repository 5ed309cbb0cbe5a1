import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPlugin } from '@balcao/sdk/build';
import type { Person } from '@balcao/testing';
import { photo } from '../../../../scripts/test/product/files.ts';
import type { TicketAnswer } from '../attendance.ts';
import { openScreen, type Screen } from '../conversation/screen.ts';

const stranger = path.join(import.meta.dirname, '../../../../scripts/test/external-plugins/acme-desk');

interface Waiting {
  id: number;
  uuid: string;
  name: string;
}

let screen: Screen;
let page: Page;
let marina: Person;
let support: number;
let celia: Waiting;
let davi: Waiting;
let elisa: Waiting;

const soon = <T>(read: () => T | Promise<T>) => expect.poll(read);
const stateOf = async ({ id }: Waiting) => (await screen.at.admin.get<TicketAnswer>(`/tickets/${id}`)).body;
const waits = async (name: string): Promise<Waiting> => {
  const { ticketId } = await screen.at.arrives(screen.at.number(), `Bom dia, aqui é ${name}`, { name });
  const { body } = await screen.at.admin.get<TicketAnswer>(`/tickets/${ticketId}`);
  return { id: body.id, uuid: body.uuid, name };
};
const toDesk = async (of: Page): Promise<void> => {
  await of.goto(`${screen.host.url}/desk`);
  await of.getByRole('list', { name: 'Quem espera' }).getByRole('button', { name: /Célia/ }).waitFor();
};
const cardOf = (of: Page, { name }: Waiting): Locator => of.getByRole('listitem').filter({ hasText: name }).first();
const dialogOf = (of: Page): Locator => of.getByRole('dialog', { name: 'Conversa da Acme' });
const conversation = (within: Page | Locator, { name }: Waiting): Locator =>
  within.getByRole('region', { name: `Conversa com ${name}` });
const openOver = async (of: Page, who: Waiting): Promise<Locator> => {
  await cardOf(of, who)
    .getByRole('button', { name: new RegExp(who.name) })
    .click();
  const shown = conversation(dialogOf(of), who);
  await shown.getByRole('log').waitFor();
  return shown;
};

beforeAll(async () => {
  await buildPlugin({ root: stranger });
  screen = await openScreen([stranger]);
  await screen.at.admin.put('/companySettings', { column: 'plugin:acme-desk', data: 'enabled' });
  const sales = await screen.at.queue('Vendas');
  support = await screen.at.queue('Suporte');
  await screen.at.routeTo(sales);
  marina = await screen.at.attendant('Marina Azevedo', [sales, support], 'gestor');
  celia = await waits('Célia Cartão');
  davi = await waits('Davi Diálogo');
  elisa = await waits('Elisa Espera');
  page = await screen.windowOf(marina);
  await toDesk(page);
});
afterAll(() => screen?.close());

test('A card on a page of another plugin shows the contact, the queue and the last message', async () => {
  const card = cardOf(page, celia).getByRole('button', { name: /Célia Cartão/ });
  await card.getByText('Bom dia, aqui é Célia').waitFor();
  await card.getByText('Vendas').waitFor();
  await card.getByText('Aguardando', { exact: true }).waitFor();
});

test('A peek from such a page shows the last messages, marks nothing as read and logs no access', async () => {
  await cardOf(page, celia).getByRole('button', { name: 'Olhar' }).click();
  const peek = page.getByRole('dialog', { name: 'Últimas conversas' });
  await peek.getByText('Bom dia, aqui é Célia Cartão').waitFor();
  expect(await peek.getByRole('button', { name: 'Abrir' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await peek.waitFor({ state: 'detached' });
  expect(await stateOf(celia)).toMatchObject({ status: 'pending', unreadMessages: 1 });
});

test('In a dialog of another plugin a conversation is accepted, answered, quoted and given a picture', async () => {
  const shown = await openOver(page, celia);
  await shown.getByRole('button', { name: 'Aceitar' }).click();
  const field = shown.getByRole('textbox', { name: /^Mensagem para Célia/ });
  await field.fill('Olá, em que posso ajudar?');
  await field.press('Enter');
  const log = shown.getByRole('log');
  await log.getByText('Olá, em que posso ajudar?').waitFor();
  await log.getByText('Bom dia, aqui é Célia Cartão').hover();
  await log.getByRole('button', { name: 'Responder' }).first().click();
  await shown.getByRole('group', { name: 'Respondendo' }).waitFor();
  await field.fill('Bom dia para você também');
  await field.press('Enter');
  await soon(async () => (await screen.at.messages(celia.id)).find(({ quotedMsg }) => quotedMsg)?.body).toContain(
    'Bom dia para você também',
  );
  await shown
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'carta.png', mimeType: 'image/png', buffer: Buffer.from(photo()) }]);
  await shown.getByRole('list', { name: 'Anexos' }).getByText('carta').waitFor();
  await field.press('Enter');
  await log.getByRole('button', { name: /^Ver carta/ }).waitFor();
  await soon(async () => (await screen.at.messages(celia.id)).at(-1)?.mediaType).toBe('image');
  expect(await stateOf(celia)).toMatchObject({ status: 'open', userId: marina.id });
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/desk');
});

test('Escape closes what is open in the conversation, one step per press, and the dialog around it last', async () => {
  const shown = conversation(dialogOf(page), celia);
  await shown
    .getByRole('log')
    .getByRole('button', { name: /^Ver carta/ })
    .click();
  const viewer = page.getByRole('dialog', { name: /carta/ });
  await viewer.waitFor();
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await shown.getByRole('button', { name: /^Transferir/ }).click();
  const transfer = page.getByRole('dialog', { name: 'Transferir atendimento' });
  await transfer.waitFor();
  await page.keyboard.press('Escape');
  await transfer.waitFor({ state: 'detached' });
  await shown.getByRole('button', { name: /^Buscar na conversa|^Pesquisar/ }).click();
  await shown.getByRole('search').waitFor();
  await page.keyboard.press('Escape');
  await shown.getByRole('search').waitFor({ state: 'detached' });
  const field = shown.getByRole('textbox', { name: /^Mensagem para Célia/ });
  await shown.getByRole('log').getByText('Olá, em que posso ajudar?').hover();
  await shown.getByRole('log').getByRole('button', { name: 'Responder' }).first().click();
  await shown.getByRole('group', { name: 'Respondendo' }).waitFor();
  await field.press('Escape');
  await shown.getByRole('group', { name: 'Respondendo' }).waitFor({ state: 'detached' });
  await shown.waitFor();
  await field.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
});

test('Single letters do nothing on such a page, beside a conversation or in one', async () => {
  await cardOf(page, davi).getByRole('button', { name: 'Abrir ao lado' }).click();
  const beside = conversation(page, davi);
  await beside.getByRole('log').waitFor();
  await page.evaluate('document.activeElement?.blur?.()');
  for (const key of ['a', 'e', 't', 'n', 'm', '/', 'Escape']) await page.keyboard.press(key);
  const over = await openOver(page, celia);
  await over.getByRole('log').focus();
  for (const key of ['a', 'e', 't', 'n', '/']) await page.keyboard.press(key);
  await page.keyboard.press('Control+Shift+F');
  expect(await page.getByRole('dialog').count()).toBe(1);
  expect(await page.getByRole('search').count()).toBe(0);
  expect(await stateOf(davi)).toMatchObject({ status: 'pending' });
  expect(await stateOf(celia)).toMatchObject({ status: 'open' });
});

test('Two conversations on one page have their own dialogs, searches and selected messages', async () => {
  const over = conversation(dialogOf(page), celia);
  await over.getByRole('button', { name: /^Transferir/ }).click();
  const transfer = page.getByRole('dialog', { name: 'Transferir atendimento' });
  await transfer.getByText(/Célia Cartão/).waitFor();
  expect(await page.getByRole('dialog', { name: 'Transferir atendimento', includeHidden: true }).count()).toBe(1);
  await page.keyboard.press('Escape');
  await transfer.waitFor({ state: 'detached' });
  await over.getByRole('log').getByText('Olá, em que posso ajudar?').click();
  await page.keyboard.press('x');
  const bar = over.getByRole('toolbar', { name: 'Mensagens selecionadas' });
  await bar.waitFor();
  expect(await page.getByRole('checkbox', { checked: true, includeHidden: true }).count()).toBe(1);
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await over.waitFor();
  await over.getByRole('button', { name: 'Fechar a conversa' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  await conversation(page, davi).waitFor();
});

test('A conversation that is transferred or resolved leaves the page of the other plugin, whose address stays', async () => {
  const over = await openOver(page, celia);
  await over.getByRole('button', { name: /^Transferir/ }).click();
  const transfer = page.getByRole('dialog', { name: 'Transferir atendimento' });
  await transfer.getByRole('combobox', { name: /^Departamento/ }).press('Enter');
  await page.getByRole('option', { name: 'Suporte' }).click();
  await transfer.getByRole('button', { name: 'Transferir' }).press('Enter');
  await dialogOf(page).waitFor({ state: 'detached' });
  await soon(() => stateOf(celia)).toMatchObject({ status: 'pending', queueId: support });
  const beside = conversation(page, davi);
  await beside.getByRole('button', { name: 'Aceitar' }).click();
  await beside.getByRole('button', { name: 'Resolver' }).click();
  await beside.waitFor({ state: 'detached' });
  await soon(() => stateOf(davi)).toMatchObject({ status: 'closed' });
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/desk');
});

test('A missing conversation, or one of somebody else, says so there and can be closed', async () => {
  const code = page.getByRole('textbox', { name: 'Código do atendimento' });
  await code.fill('00000000-0000-4000-8000-000000000000');
  await page.getByRole('button', { name: 'Abrir pelo código' }).click();
  await dialogOf(page).getByRole('heading', { name: 'Atendimento não encontrado' }).waitFor();
  await dialogOf(page).getByRole('button', { name: 'Fechar a conversa' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });

  const over = await openOver(page, elisa);
  await over
    .getByRole('textbox', { name: /^Mensagem/ })
    .or(over.getByRole('button', { name: 'Aceitar' }))
    .waitFor();
  await screen.at.admin.delete(`/tickets/${elisa.id}`);
  await dialogOf(page).waitFor({ state: 'detached' });
});

test('The page says that a person may not peek into conversations, and one of a colleague does not open', async () => {
  const nina = await screen.at.attendant('Nina Prado', [support], 'user');
  const mine = await waits('Gil Guardado');
  await screen.at.admin.put(`/tickets/${mine.id}`, { status: 'open', userId: marina.id, queueId: support });
  const window = await screen.windowOf(nina);
  await toDesk(window);
  await cardOf(window, celia).getByRole('button', { name: 'Olhar' }).click();
  await window.getByText('Você não pode olhar conversas.').waitFor();
  await window.getByRole('textbox', { name: 'Código do atendimento' }).fill(mine.uuid);
  await window.getByRole('button', { name: 'Abrir pelo código' }).click();
  await dialogOf(window)
    .getByRole('heading', { name: /atribuído para outro usuário/ })
    .waitFor();
  await dialogOf(window).getByRole('button', { name: 'Fechar a conversa' }).click();
  await dialogOf(window).waitFor({ state: 'detached' });
  expect(screen.troubles).toEqual([]);
  await window.context().close();
});
