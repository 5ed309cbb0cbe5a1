import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFaults, startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/sdk/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { logIn } from '../../../scripts/test/product/product.ts';
import { connections, type ConnectionStatus } from '../contract.ts';
import { shelf } from './archive/shelf.ts';

interface Row extends Record<string, unknown> {
  id: number;
}
let host: TestHost;
let browser: Browser;
let company: TestCompany;
/** Works by the API: a person has one session at a time. */
let colleague: Person;
let page: Page;
/** A connection with a past, and one of the sandbox. */
let archive: number;
let sandbox: number;
const troubles: string[] = [];

beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: [
      'users',
      'queues',
      'contacts',
      'connections',
      'tickets',
      'channel-sandbox',
      path.join(import.meta.dirname, 'archive'),
    ],
  });
  company = await host.company({
    name: 'Prado & Menezes',
    settings: { 'plugin:archive': 'enabled', scheduleType: 'connection' },
  });
  colleague = await company.person('admin', 'Beto Prado');
  const queueIds: number[] = [];
  for (const [name, color] of [
    ['Comercial', '#803b83'],
    ['Suporte', '#2759a2'],
  ]) {
    queueIds.push((await colleague.post<Row>('/queue', { name, color })).body.id);
  }
  const line = async (name: string, channel: string): Promise<number> =>
    (await colleague.post<Row>('/whatsapp', { name, channel, keyWordQueueId: queueIds[0] })).body.id;
  sandbox = await line('WhatsApp Recepção', 'sandbox');
  archive = await line('WhatsApp Plantão', 'archive');
  browser = await launchBrowser();
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(15_000);
  page = await context.newPage();
  page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 40[0-9]/.test(message.text())) troubles.push(message.text());
  });
  await page.goto(`${host.url}/login`);
  await logIn(page, company.admin.email, company.admin.password);
  await page.waitForURL('**/tickets');
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

const row = (name: string): Locator => page.getByRole('row', { name: new RegExp(name) });
const dialog = (): Locator => page.getByRole('dialog');
const tab = (name: string): Locator => dialog().getByRole('tab', { name });
const save = (): Promise<void> => dialog().getByRole('button', { name: 'Salvar' }).click();
const kept = async (id: number): Promise<Row> => (await colleague.get<Row>(`/whatsapp/${id}`)).body;
const edit = async (name: string): Promise<void> => {
  await page.goto(`${host.url}/connections`);
  await row(name)
    .getByRole('button', { name: `Editar ${name}` })
    .click();
  await dialog().waitFor();
};
const stand = (id: number, status: ConnectionStatus, qrcode = ''): Promise<void> =>
  company.scope('connections').use(connections).setStatus(id, { status, qrcode });

/** Colours change by a transition, and axe would see them on their way. */
const stillness = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}`;

/** Pictures for people who look at them, where a folder for them is named. */
const picture = async (name: string): Promise<void> => {
  const folder = process.env['PICTURES'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.evaluate(stillness);
  for (const width of [390, 1050, 1440]) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: path.join(folder, `${name}-${width}-${colorScheme}.png`) });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
};
/** In both themes. */
const faults = async (where: string): Promise<string[]> => {
  const found: string[] = [];
  await page.evaluate(stillness);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.mouse.move(0, 0);
    const only = colorScheme === 'dark' ? { only: ['color-contrast'] } : {};
    found.push(...(await axeFaults(page, only)).map((fault) => `${where}, ${colorScheme}: ${fault}`));
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return found;
};

test('every tab of the form keeps what is written in it', async () => {
  await edit('WhatsApp Recepção');
  await dialog().getByLabel('Nome').fill('WhatsApp Balcão');
  await tab('Mensagens').click();
  await dialog().getByLabel('Mensagem de saudação').fill('Olá!');
  await dialog().getByLabel('Mensagem de encerramento').fill('Até logo!');
  await dialog().getByLabel('Mensagem fora do expediente').fill('Estamos fechados.');
  await tab('Chatbot').click();
  await dialog().getByLabel('Vezes que o menu é enviado').fill('2');
  await dialog().getByLabel('Enviar o menu de novo depois de').fill('30');
  await dialog().getByLabel('Transferir sem escolha depois de').fill('15');
  await dialog().getByRole('combobox', { name: 'Fila de destino' }).click();
  await page.getByRole('option', { name: 'Suporte' }).click();
  await dialog().getByLabel('Novo atendimento depois de').fill('60');
  await dialog().getByLabel('Encerrar por inatividade depois de').fill('24');
  await dialog().getByRole('combobox', { name: 'Quando encerrar' }).click();
  await page.getByRole('option', { name: 'Só quando a última mensagem for nossa' }).click();
  await dialog().getByLabel('Mensagem ao encerrar por inatividade').fill('Encerrado.');
  await dialog().getByLabel('Lembrar o cliente depois de').fill('20');
  await dialog().getByLabel('Mensagem de inatividade').fill('Ainda está aí?');
  await tab('Avaliações').click();
  await dialog().getByLabel('Mensagem de avaliação').fill('De 1 a 3?');
  await dialog().getByLabel('A avaliação expira em').fill('60');
  await dialog().getByLabel('Respostas inválidas aceitas').fill('1');
  await tab('Horários').click();
  await dialog().getByRole('button', { name: 'Definir horários' }).click();
  await dialog().getByLabel('Segunda-feira: início da manhã').fill('0930');
  await page.getByText('Clique em salvar para registar as alterações').waitFor();
  await save();
  await dialog().waitFor({ state: 'detached' });
  expect(await kept(sandbox)).toMatchObject({
    name: 'WhatsApp Balcão',
    greetingMessage: 'Olá!',
    complationMessage: 'Até logo!',
    outOfHoursMessage: 'Estamos fechados.',
    maxUseBotQueues: 2,
    timeUseBotQueues: 30,
    timeSendQueue: 15,
    timeCreateNewTicket: 60,
    expiresTicket: 24,
    whenExpiresTicket: 1,
    expiresInactiveMessage: 'Encerrado.',
    timeInactiveMessage: 20,
    inactiveMessage: 'Ainda está aí?',
    ratingMessage: 'De 1 a 3?',
    expiresTicketNPS: 60,
    maxUseBotQueuesNPS: 1,
  });
  expect((await kept(sandbox))['schedules']).toContainEqual({
    weekday: 'Segunda-feira',
    weekdayEn: 'monday',
    startTimeA: '09:30',
    endTimeA: '12:00',
    startTimeB: '13:00',
    endTimeB: '18:00',
  });
});

test('what is wrong is shown where it stands, also when another tab is open, and nothing is saved', async () => {
  await edit('WhatsApp Balcão');
  await tab('Avaliações').click();
  await dialog().getByLabel('A avaliação expira em').fill('0');
  await tab('Geral').click();
  await save();
  await dialog().getByText('Informe em quantos minutos a avaliação expira.').waitFor();
  await dialog().getByLabel('A avaliação expira em').fill('45');
  await tab('Chatbot').click();
  await dialog().getByRole('combobox', { name: 'Fila de destino' }).click();
  await page.getByRole('option', { name: 'Nenhuma' }).click();
  await tab('Horários').click();
  await save();
  await dialog().getByText('Escolha a fila de destino.').waitFor();
  expect(await kept(sandbox)).toMatchObject({ expiresTicketNPS: 60, timeSendQueue: 15 });
  await dialog().getByRole('button', { name: 'Cancelar' }).click();
});

test('the greeting has a picture of its own, which can be taken off again', async () => {
  await edit('WhatsApp Balcão');
  await tab('Mensagens').click();
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({ name: 'boas-vindas.png', mimeType: 'image/png', buffer: bytes });
  await dialog().getByText('boas-vindas.png').waitFor();
  await save();
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(async () => (await kept(sandbox))['greetingMediaAttachment']).toMatchObject({ type: 'image' });
  await edit('WhatsApp Balcão');
  await tab('Mensagens').click();
  await picture('mensagens');
  await dialog().getByRole('button', { name: 'Remover boas-vindas.png' }).click();
  await save();
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(async () => (await kept(sandbox))['greetingMediaAttachment']).toBeNull();
});

test('a token is shown this once, and copied', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await edit('WhatsApp Balcão');
  await tab('Integrações').click();
  await dialog().getByRole('button', { name: 'Gerar Novo Token' }).click();
  await expect.poll(() => dialog().getByLabel('Token da API de mensagens').inputValue()).toBe(`token-of-${sandbox}`);
  await dialog().getByRole('button', { name: 'Copiar' }).click();
  await page.getByText('Token copiado!').waitFor();
  await picture('integracoes');
  await dialog().getByRole('button', { name: 'Cancelar' }).click();
  await edit('WhatsApp Balcão');
  await tab('Integrações').click();
  await dialog().getByText('Esta conexão já tem token.').waitFor();
  expect(await dialog().getByText(`token-of-${sandbox}`).count()).toBe(0);
});

test('asking a connected connection for its old messages ends the session, says so until it is closed, and shows how far it is', async () => {
  await stand(archive, 'CONNECTED');
  await edit('WhatsApp Plantão');
  await dialog().getByLabel('Importar mensagens antigas').click();
  await dialog().getByText('Ao salvar, a sessão é encerrada').waitFor();
  await picture('importacao');
  await save();
  const warning = page.getByRole('alert').filter({ hasText: 'A sessão foi encerrada para importar' });
  await warning.waitFor();
  await row('WhatsApp Plantão').getByText('Aguardando QR code').waitFor();
  await row('WhatsApp Plantão').getByText('Importação aguardando a conexão').waitFor();
  await warning.getByRole('button', { name: 'Fechar' }).click();
  await warning.waitFor({ state: 'detached' });

  shelf.batches = [{ messages: [], total: 600 }, 'breaks'];
  await stand(archive, 'CONNECTED');
  await row('WhatsApp Plantão').getByText('A importação parou: the network is gone').waitFor();
  expect(await faults('an import that failed')).toEqual([]);
});

test('every status has its words and its buttons, live, and everybody can use them', async () => {
  await page.goto(`${host.url}/connections`);
  const line = row('WhatsApp Balcão');
  const wanted: [ConnectionStatus, string, RegExp[]][] = [
    ['DISCONNECTED', 'Desconectada', [/^Tentar de novo$/, /^Novo QR code$/]],
    ['qrcode', 'Aguardando QR code', [/^Ler QR code$/]],
    ['PAIRING', 'Pareando', [/^Desconectar$/]],
    ['OPENING', 'Conectando', [/^Conectando$/]],
    ['TIMEOUT', 'Celular sem resposta', [/^Desconectar$/]],
    ['CONNECTED', 'Conectada', [/^Desconectar$/]],
  ];
  for (const [status, words, buttons] of wanted) {
    await stand(sandbox, status, status === 'qrcode' ? 'codigo' : '');
    await line.getByText(words, { exact: true }).first().waitFor();
    for (const name of buttons) await line.getByRole('button', { name }).waitFor();
    if (status === 'OPENING') expect(await line.getByRole('button', { name: /^Conectando$/ }).isDisabled()).toBe(true);
    expect(await faults(status)).toEqual([]);
    await picture(`lista-${status}`);
  }
});

test('a person without that right sees neither sessions nor actions', async () => {
  const { status } = await colleague.post('/queue', { name: 'Financeiro', color: '#0e6d2c' });
  expect(status).toBe(200);
  const gestor = await company.person('gestor', 'Gisela');
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await gestor.call(method, `/whatsappsession/${sandbox}`)).status).toBe(403);
  expect((await gestor.post('/whatsapp', { name: 'Minha', channel: 'sandbox' })).status).toBe(403);
  expect((await gestor.delete(`/whatsapp/${sandbox}`)).status).toBe(403);
});

test('the form is sound for everybody in all of its tabs, and is walked by the keyboard alone', async () => {
  await page.goto(`${host.url}/connections`);
  await row('WhatsApp Balcão').getByRole('button', { name: 'Editar WhatsApp Balcão' }).focus();
  await page.keyboard.press('Enter');
  await dialog().waitFor();
  for (const [index, name] of ['Geral', 'Integrações', 'Mensagens', 'Chatbot', 'Avaliações', 'Horários'].entries()) {
    if (index > 0) {
      await tab(['Geral', 'Integrações', 'Mensagens', 'Chatbot', 'Avaliações'][index - 1] ?? '').focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => tab(name).getAttribute('aria-selected')).toBe('true');
    expect(await faults(name)).toEqual([]);
    await picture(`aba-${index + 1}`);
  }
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  expect(
    await row('WhatsApp Balcão')
      .getByRole('button', { name: /^Editar/ })
      .evaluate((one) => one === document.activeElement),
  ).toBe(true);
});

test('a department has hours of its own where the company counts them so, and its file and words are kept', async () => {
  expect((await colleague.put('/settings/scheduleType', { value: 'queue' })).status).toBe(200);
  await page.goto(`${host.url}/queues`);
  await row('Comercial').getByRole('button', { name: 'Editar Comercial' }).click();
  await dialog().getByLabel('Esperar antes da saudação').fill('5');
  await dialog().getByLabel('Mensagem de encerramento').fill('Até a próxima!');
  expect(await faults('Dados do Departamento')).toEqual([]);
  await picture('departamento');
  await tab('Horários de Atendimento').click();
  await dialog().getByLabel('Segunda-feira: início').fill('0900');
  expect(await faults('Horários de Atendimento')).toEqual([]);
  await picture('departamento-horarios');
  await save();
  await page.getByText('Queue saved successfully').waitFor();
  const stored = (await colleague.get<Row[]>('/queue')).body.find(({ name }) => name === 'Comercial');
  expect(stored).toMatchObject({ sendDelay: 5, complationMessage: 'Até a próxima!' });
  expect(stored?.['schedules']).toContainEqual(
    expect.objectContaining({ weekdayEn: 'monday', startTime: '09:00', endTime: '18:00' }),
  );
});

test('nothing went wrong in the window', () => {
  expect(troubles).toEqual([]);
});
