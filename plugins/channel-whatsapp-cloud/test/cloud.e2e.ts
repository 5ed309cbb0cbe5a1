import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { axeFaultsInBothThemes, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { composerOf, threadOf } from '../../../scripts/test/product/ticket-actions.ts';
import { signIn } from '../../../scripts/test/product/product.ts';
import { startFixtures, startMeta } from './cloud-fixture.ts';
import type { GraphSimulator, Line } from './graph/graph.ts';
import { offers } from './graph/templates.ts';
import * as wire from './graph/vectors.ts';
import { photograph } from './screen.ts';
import { eventually } from '@balcao/testing';

let meta: GraphSimulator;
let stop: () => Promise<void>;
let host: TestHost;
let browser: Browser;
let company: TestCompany;
let admin: Person;
let page: Page;
let line: Line;
const troubles: string[] = [];
const helena = '5511970010001';
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const windowOf = async ({ email, password }: Person): Promise<Page> => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  const opened = await context.newPage();
  opened.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
  opened.on('console', (message) => {
    if (message.type() === 'error' && !/status of 40[0-9]/.test(message.text())) troubles.push(message.text());
  });
  await signIn(opened, host.url, email, password, '/connections');
  return opened;
};

beforeAll(async () => {
  ({ meta, stop } = await startMeta());
  [host, browser] = await Promise.all([startFixtures(), launchBrowser()]);
  company = await host.company({ name: 'Floricultura Aurora' });
  await company.admin.post('/queue', { name: 'Vendas', color: '#4e8ce6' });
  admin = await company.person('admin', 'Ana Beatriz Souza');
  line = meta.line({ displayNumber: '+55 11 3045-6700', verifiedName: 'Floricultura Aurora' });
  meta.templates(line, offers);
  page = await windowOf(admin);
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
  await stop?.();
});

const sheet = () => page.getByRole('dialog', { name: 'Número oficial' });
const checkLine = (title: string) => sheet().getByRole('listitem').filter({ hasText: title });

test('A number is added by the form, and its page shows the next steps', async () => {
  await page.getByRole('button', { name: 'Adicionar' }).first().click();
  await page.getByRole('menuitem', { name: 'WhatsApp oficial' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Número oficial');
  await dialog.getByRole('button', { name: /^(Criar|Adicionar|Salvar)/ }).click();
  await sheet().getByRole('heading', { name: 'Conta na Meta' }).waitFor();
  await sheet().getByRole('button', { name: 'Testar' }).click();
  await checkLine('Dados da conta').getByText('Falta o ID do número.').waitFor();
  await photograph(page, 'setup-empty');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
});

test('A fault of the account is explained, and repaired without leaving the page', async () => {
  await sheet().getByLabel('ID do número de telefone').fill(line.phoneNumberId);
  await sheet().getByLabel('ID da conta do WhatsApp Business').fill(line.wabaId);
  await sheet().getByLabel('Token de acesso').fill('EAAGerrado');
  await sheet().getByLabel('Chave secreta do aplicativo').fill(line.appSecret);
  await sheet().getByRole('button', { name: 'Gerar' }).click();
  const word = await sheet().getByRole('textbox', { name: 'Token de verificação' }).inputValue();
  expect(word.length).toBeGreaterThan(15);
  await sheet().getByRole('button', { name: 'Salvar' }).click();
  await sheet().getByText('O token de acesso venceu ou foi revogado.').waitFor();
  await sheet().getByRole('button', { name: 'Testar' }).click();
  await checkLine('Token de acesso').getByText('A Meta recusou o token').waitFor();

  meta.state.subscribed.set(line.wabaId, new Set());
  await sheet().getByLabel('Token de acesso').fill(line.token);
  await sheet().getByRole('button', { name: 'Salvar' }).click();
  await eventually(
    async () => (await company.admin.get<{ status: string }[]>('/whatsapp')).body[0]?.status === 'CONNECTED',
  );
  const address = await sheet().getByRole('textbox', { name: 'Endereço do webhook' }).inputValue();
  expect(await meta.webhooks.verify(line, address, word)).toBe(200);
  await sheet()
    .getByText(/^Verificado pela Meta/)
    .waitFor();
  await sheet().getByRole('button', { name: 'Testar' }).click();
  await checkLine('Assinatura dos eventos').getByText('nenhuma mensagem chegaria').waitFor();
  await photograph(page, 'setup-wrong');
  await sheet().getByRole('button', { name: 'Assinar agora' }).click();
  await checkLine('Assinatura dos eventos').getByText('O aplicativo recebe os eventos da conta.').waitFor();

  await meta.webhooks.deliver(line, [wire.written(line, helena, wire.text('Bom dia!'), { name: 'Helena Prado' })]);
  await sheet()
    .getByText(/^Última chamada da Meta/)
    .waitFor();
  await sheet().getByRole('button', { name: 'Testar' }).click();
  await sheet().getByText('Tudo certo com a Meta').waitFor();
  await photograph(page, 'setup-right');
  expect(await axeFaultsInBothThemes(page, { part: '[role="dialog"]' })).toEqual([]);
  for (const secret of [line.token, line.appSecret, word]) expect(await page.content()).not.toContain(secret);
});

test('The account’s templates are listed with their status', async () => {
  await sheet()
    .getByRole('tab', { name: /Opções/ })
    .click();
  await sheet().getByRole('button', { name: 'Ler da Meta agora' }).click();
  await sheet().getByText('retomada', { exact: true }).waitFor();
  await sheet().getByText('Recusado', { exact: true }).waitFor();
  await photograph(page, 'templates');
  expect(await axeFaultsInBothThemes(page, { part: '[role="dialog"]' })).toEqual([]);
});

test('A text and a photo are sent and received, and the ticks turn blue', async () => {
  const ticket = await eventually(
    async () =>
      (await company.admin.get<{ tickets: { id: number; uuid: string }[] }>('/tickets?showAll=true&status=pending'))
        .body.tickets[0],
  );
  await company.admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id });
  await page.goto(`${host.url}/tickets/${ticket.uuid}`);
  await threadOf(page).getByText('Bom dia!').first().waitFor();
  await composerOf(page).fill('Bom dia, Helena!');
  await composerOf(page).press('Enter');
  const sent = await eventually(() => meta.taken.find(({ phoneNumberId }) => phoneNumberId === line.phoneNumberId));
  await meta.webhooks.statuses(line, [wire.status(sent.id, 'delivered'), wire.status(sent.id, 'read')]);
  await threadOf(page).getByLabel('Lida').last().waitFor();
  const photo = wire.media('image', meta.file(picture, 'image/png'), 'image/png', { caption: 'Esta aqui' });
  await meta.webhooks.deliver(line, [wire.written(line, helena, photo)]);
  await threadOf(page).getByText('Esta aqui').first().waitFor();
});

test('After 24 hours a template is chosen, filled in, previewed, and sent', async () => {
  const { body } = await company.admin.get<{ tickets: { id: number }[] }>('/tickets?showAll=true&status=open');
  const scope = company.scope('tickets');
  await scope.sql.run(
    sql`update tickets.message set sent_at = sent_at - interval '30 hours' where ticket_id = ${body.tickets[0]?.id ?? 0}`,
  );
  meta.later(30);
  await page.reload();
  await page.getByText('O prazo para responder terminou').waitFor();
  await page.getByRole('button', { name: 'Escolher modelo' }).waitFor();
  await photograph(page, 'window-closed');
  await page.getByRole('button', { name: 'Escolher modelo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enviar um modelo' });
  await dialog.getByRole('radio', { name: /^pedido/ }).click();
  await dialog.getByRole('button', { name: 'Enviar modelo' }).click();
  await dialog.getByText('Preencha este campo.').first().waitFor();
  await dialog.getByLabel('Título {{1}}').fill('Floricultura Aurora');
  await dialog.getByLabel('Texto {{nome}}').fill('Helena');
  await dialog.getByLabel('Texto {{loja}}').fill('Aurora');
  await dialog.getByLabel('Botão “Ver pedido”').fill('p/42');
  await dialog
    .getByRole('region', { name: 'Assim o cliente recebe' })
    .getByText('Olá, Helena! Seu pedido na Aurora saiu.')
    .waitFor();
  await photograph(page, 'template');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Enviar modelo' }).click();
  await threadOf(page).getByText('Olá, Helena! Seu pedido na Aurora saiu.').first().waitFor();
  await eventually(() => meta.taken.some(({ type }) => type === 'template'));
});

test('When the token expires its page explains what to do', async () => {
  const token = meta.state.tokens.get(line.token);
  if (token) token.isValid = false;
  const { body } = await company.admin.get<{ id: number }[]>('/whatsapp');
  await company.admin.post(`/whatsappsession/${body[0]?.id ?? 0}`);
  await page.goto(`${host.url}/connections`);
  await page.getByRole('button', { name: /Instalação e opções de Número oficial/ }).click();
  await sheet().getByText('O token de acesso venceu ou foi revogado.').waitFor();
  await photograph(page, 'token-ended');
});

test('No browser window reported errors', () => {
  expect(troubles).toEqual([]);
});
