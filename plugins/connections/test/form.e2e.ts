import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { visit } from '../../../scripts/test/product/product.ts';
import { shelf } from './archive/shelf.ts';
import { PageFixture, type Row } from './page-fixture.ts';

let fixture: PageFixture;
let page: Page;
beforeAll(async () => {
  fixture = await PageFixture.open();
  ({ page } = fixture);
});
afterAll(() => fixture?.close());

test('Every tab of the form saves its fields', async () => {
  await fixture.edit('WhatsApp Recepção');
  await fixture.dialog().getByLabel('Nome').fill('WhatsApp Balcão');
  await fixture.tab('Mensagens').click();
  await fixture.dialog().getByLabel('Mensagem de saudação').fill('Olá!');
  await fixture.dialog().getByLabel('Mensagem de encerramento').fill('Até logo!');
  await fixture.dialog().getByLabel('Mensagem fora do expediente').fill('Estamos fechados.');
  await fixture.tab('Chatbot').click();
  await fixture.dialog().getByLabel('Vezes que o menu é enviado').fill('2');
  await fixture.dialog().getByLabel('Enviar o menu de novo depois de').fill('30');
  await fixture.dialog().getByLabel('Transferir sem escolha depois de').fill('15');
  await fixture.dialog().getByRole('combobox', { name: 'Departamento de destino' }).click();
  await page.getByRole('option', { name: 'Suporte' }).click();
  await fixture.dialog().getByLabel('Novo atendimento depois de').fill('60');
  await fixture.dialog().getByLabel('Encerrar por inatividade depois de').fill('24');
  await fixture.dialog().getByRole('combobox', { name: 'Quando encerrar' }).click();
  await page.getByRole('option', { name: 'Só quando a última mensagem for nossa' }).click();
  await fixture.dialog().getByLabel('Mensagem ao encerrar por inatividade').fill('Encerrado.');
  await fixture.dialog().getByLabel('Lembrar o cliente depois de').fill('20');
  await fixture.dialog().getByLabel('Mensagem de inatividade').fill('Ainda está aí?');
  await fixture.tab('Mensagens').click();
  await fixture.dialog().getByLabel('Intervalo entre mensagens em massa').fill('10');
  await fixture.tab('Avaliações').click();
  await fixture.dialog().getByLabel('Mensagem de avaliação').fill('De 1 a 3?');
  await fixture.dialog().getByLabel('A avaliação expira em').fill('60');
  await fixture.dialog().getByLabel('Respostas inválidas aceitas').fill('1');
  await fixture.tab('Horários').click();
  await fixture.dialog().getByLabel('Segunda-feira: início da manhã').fill('0930');
  await page.getByText('Clique em salvar para registrar as alterações').waitFor();
  await fixture.save();
  await fixture.dialog().waitFor({ state: 'detached' });
  expect(await fixture.kept(fixture.sandbox)).toMatchObject({
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
    bulkInterval: 10,
    ratingMessage: 'De 1 a 3?',
    expiresTicketNPS: 60,
    maxUseBotQueuesNPS: 1,
  });
  expect((await fixture.kept(fixture.sandbox))['schedules']).toContainEqual({
    weekday: 'Segunda-feira',
    weekdayEn: 'monday',
    startTimeA: '09:30',
    endTimeA: '12:00',
    startTimeB: '13:00',
    endTimeB: '18:00',
  });
});

test('A fault is displayed at its field, also when another tab is open, and nothing is saved', async () => {
  await fixture.edit('WhatsApp Balcão');
  await fixture.tab('Avaliações').click();
  await fixture.dialog().getByLabel('A avaliação expira em').fill('0');
  await fixture.tab('Geral').click();
  await fixture.save();
  await fixture.dialog().getByText('Informe em quantos minutos a avaliação expira.').waitFor();
  await fixture.dialog().getByLabel('A avaliação expira em').fill('45');
  await fixture.tab('Chatbot').click();
  await fixture.dialog().getByRole('combobox', { name: 'Departamento de destino' }).click();
  await page.getByRole('option', { name: 'Nenhum' }).click();
  await fixture.tab('Horários').click();
  await fixture.save();
  await fixture.dialog().getByText('Escolha o departamento de destino.').waitFor();
  expect(await fixture.kept(fixture.sandbox)).toMatchObject({ expiresTicketNPS: 60, timeSendQueue: 15 });
  await fixture.dialog().getByRole('button', { name: 'Cancelar' }).click();
});

test('The greeting has its own picture, which can be removed again', async () => {
  await fixture.edit('WhatsApp Balcão');
  await fixture.tab('Mensagens').click();
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await fixture
    .dialog()
    .locator('input[type=file]')
    .setInputFiles({ name: 'boas-vindas.png', mimeType: 'image/png', buffer: bytes });
  await fixture.dialog().getByText('boas-vindas.png').waitFor();
  await fixture.save();
  await fixture.dialog().waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await fixture.kept(fixture.sandbox))['greetingMediaAttachment'])
    .toMatchObject({ type: 'image' });
  await fixture.edit('WhatsApp Balcão');
  await fixture.tab('Mensagens').click();
  await fixture.picture('mensagens');
  await fixture.dialog().getByRole('button', { name: 'Remover boas-vindas.png' }).click();
  await fixture.save();
  await fixture.dialog().waitFor({ state: 'detached' });
  await expect.poll(async () => (await fixture.kept(fixture.sandbox))['greetingMediaAttachment']).toBeNull();
});

test('The form shows if programs may send, and leads to the page where their tokens are managed', async () => {
  await fixture.edit('WhatsApp Balcão');
  await fixture.tab('Integrações').click();
  await fixture.dialog().getByText('Esta conexão ainda não tem token.').waitFor();
  const link = fixture.dialog().getByRole('link', { name: 'Gerar e revogar em Integrações' });
  expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual(['/messages-api', '_blank']);
  await fixture.picture('integracoes');
  await fixture.dialog().getByRole('button', { name: 'Cancelar' }).click();
  await fixture.colleague.post(`/whatsapp-token/${fixture.sandbox}`);
  await page.reload();
  await fixture.edit('WhatsApp Balcão');
  await fixture.tab('Integrações').click();
  await fixture.dialog().getByText('Esta conexão já tem token.').waitFor();
  await fixture.dialog().getByRole('button', { name: 'Cancelar' }).click();
});

test('Importing old messages on a connected connection ends the session, after a warning, and shows the progress', async () => {
  await fixture.setStatus(fixture.archive, 'CONNECTED');
  await fixture.edit('WhatsApp Plantão');
  await fixture.dialog().getByLabel('Importar mensagens antigas').click();
  // Days are written as everywhere else in the product.
  const from = fixture.dialog().getByLabel('Importar mensagens desde');
  await expect.poll(() => from.inputValue()).toMatch(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/);
  const yesterday = await from.inputValue();
  await from.fill('1');
  await from.press('Tab');
  // An incomplete day stays as typed, and the field shows the expected format.
  await fixture.dialog().getByText('DD/MM/AAAA HH:MM').first().waitFor();
  expect(await from.inputValue()).toBe('1');
  await from.fill(yesterday);
  await fixture.dialog().getByText('Ao salvar, a sessão é encerrada').waitFor();
  await fixture.picture('importacao');
  await fixture.save();
  const warning = page.getByRole('alert').filter({ hasText: 'A sessão foi encerrada para importar' });
  await warning.waitFor();
  await fixture.row('WhatsApp Plantão').getByText('Aguardando QR code').waitFor();
  await fixture.row('WhatsApp Plantão').getByText('Importação aguardando a conexão').waitFor();
  await warning.getByRole('button', { name: 'Fechar' }).click();
  await warning.waitFor({ state: 'detached' });

  shelf.batches = [{ messages: [], total: 600 }, 'breaks'];
  await fixture.setStatus(fixture.archive, 'CONNECTED');
  await fixture.row('WhatsApp Plantão').getByText('A importação parou: the network is gone').waitFor();
  expect(await fixture.faults('an import that failed')).toEqual([]);
});

test('Settings that must be chosen before pairing are part of the creation form: groups, and old messages', async () => {
  await page.goto(`${fixture.host.url}/connections?new=1`);
  await page.getByRole('menuitem', { name: 'Arquivo' }).click();
  await expect
    .poll(() =>
      fixture
        .dialog()
        .getByLabel('Nome')
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await fixture.dialog().getByLabel('Nome').fill('WhatsApp Filial');
  await fixture.dialog().getByRole('combobox', { name: 'Departamento de entrada' }).click();
  await page.getByRole('option', { name: 'Comercial' }).click();
  await fixture.dialog().getByLabel('Receber mensagens de grupos').click();
  await fixture.dialog().getByLabel('Importar mensagens antigas').click();
  await fixture.dialog().getByLabel('Importar também as mensagens de grupos').click();
  await fixture.dialog().getByLabel('Encerrar os atendimentos depois de importar').click();
  expect(await fixture.dialog().getByText('Ao salvar, a sessão é encerrada').count()).toBe(0);
  await fixture.picture('nova-com-historico');
  await fixture.dialog().getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('img', { name: 'QR code para conectar WhatsApp Filial' }).waitFor();
  const made = (await fixture.colleague.get<Row[]>('/whatsapp')).body.find(({ name }) => name === 'WhatsApp Filial');
  expect(made).toMatchObject({
    allowGroup: true,
    importOldMessagesGroups: true,
    closedTicketsPostImported: true,
    importProgress: { state: 'waiting' },
  });
  await fixture.colleague.delete(`/whatsapp/${made?.id}`);
  await fixture.dialog().waitFor({ state: 'detached' });
  // The closing dialog goes back in the history, and a navigation in the same moment would be undone.
  await page.waitForFunction(() => !(history.state as { overlays?: number } | null)?.overlays);
});

test('The form has no accessibility violations in any of its tabs, and can be used by keyboard alone', async () => {
  await fixture.row('WhatsApp Balcão').getByRole('button', { name: 'Editar WhatsApp Balcão' }).focus();
  await page.keyboard.press('Enter');
  await fixture.dialog().waitFor();
  for (const [index, name] of ['Geral', 'Integrações', 'Mensagens', 'Chatbot', 'Avaliações', 'Horários'].entries()) {
    if (index > 0) {
      await fixture.tab(['Geral', 'Integrações', 'Mensagens', 'Chatbot', 'Avaliações'][index - 1] ?? '').focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => fixture.tab(name).getAttribute('aria-selected')).toBe('true');
    expect(await fixture.faults(name, page, { part: '[role="dialog"]' })).toEqual([]);
    await fixture.picture(`aba-${index + 1}`);
  }
  await page.keyboard.press('Escape');
  await fixture.dialog().waitFor({ state: 'detached' });
  const edit = fixture.row('WhatsApp Balcão').getByRole('button', { name: /^Editar/ });
  await expect.poll(() => edit.evaluate((one) => one === document.activeElement)).toBe(true);
});

test('A queue has its own hours where the company has hours per queue, and its file and texts are saved', async () => {
  expect((await fixture.colleague.put('/settings/scheduleType', { value: 'queue' })).status).toBe(200);
  await visit(page, '/queues');
  await fixture.row('Comercial').getByRole('button', { name: 'Editar Comercial' }).click();
  await fixture.dialog().getByLabel('Esperar antes da saudação').fill('5');
  await fixture.dialog().getByLabel('Mensagem de encerramento').fill('Até a próxima!');
  expect(await fixture.faults('Dados do Departamento')).toEqual([]);
  await fixture.picture('departamento');
  await fixture.tab('Horários de Atendimento').click();
  await fixture.dialog().getByLabel('Segunda-feira: início').fill('0900');
  expect(await fixture.faults('Horários de Atendimento', page, { part: '[role="dialog"]' })).toEqual([]);
  await fixture.picture('departamento-horarios');
  await fixture.save();
  await page.getByText('Departamento salvo com sucesso.').waitFor();
  const stored = (await fixture.colleague.get<Row[]>('/queue')).body.find(({ name }) => name === 'Comercial');
  expect(stored).toMatchObject({ sendDelay: 5, complationMessage: 'Até a próxima!' });
  expect(stored?.['schedules']).toContainEqual(
    expect.objectContaining({ weekdayEn: 'monday', startTime: '09:00', endTime: '18:00' }),
  );
});

test('Each dialog has the hours only where the company has hours of that kind', async () => {
  await fixture.edit('WhatsApp Balcão');
  await fixture.tab('Geral').waitFor();
  expect(await fixture.tab('Horários').count()).toBe(0);
  expect((await fixture.colleague.put('/settings/scheduleType', { value: 'connection' })).status).toBe(200);
  await fixture.tab('Horários').waitFor();
  await page.goto(`${fixture.host.url}/queues`);
  await fixture.row('Comercial').getByRole('button', { name: 'Editar Comercial' }).click();
  await fixture.dialog().getByText('Dados do Departamento').waitFor();
  expect(await fixture.tab('Horários de Atendimento').count()).toBe(0);
});

test('A plugin’s column and field of queues, and its field of connections, are displayed and saved with them', async () => {
  await page.goto(`${fixture.host.url}/queues`);
  await fixture.row('Comercial').getByText('Sem estante').waitFor();
  await fixture.picture('filas');
  await fixture.row('Comercial').getByRole('button', { name: 'Editar Comercial' }).click();
  await fixture.dialog().getByRole('textbox', { name: 'Estante' }).fill('12');
  await fixture.save();
  await fixture.row('Comercial').getByText('Estante 12').waitFor();
  await fixture.edit('WhatsApp Balcão');
  await fixture.tab('Integrações').click();
  await fixture.dialog().getByRole('combobox', { name: 'Instrução' }).selectOption('4');
  await fixture.save();
  await page.getByText('Conexão salva com sucesso.').waitFor();
  expect(await fixture.kept(fixture.sandbox)).toMatchObject({ promptId: 4 });
});

test('The browser window reported no errors', () => {
  expect(fixture.errors).toEqual([]);
});

// The answers to refused files are errors of the window.
const choose = (name: string, mimeType: string, buffer: Buffer): Promise<void> =>
  fixture.dialog().locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
const chooseText = (): Promise<void> => choose('boas-vindas.txt', 'text/plain', Buffer.from('Bem-vindo!'));
const choosePicture = (): Promise<void> =>
  choose(
    'boas-vindas.png',
    'image/png',
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  );
const add = async (): Promise<void> => {
  await fixture.dialog().getByRole('button', { name: 'Adicionar' }).click();
};
/** Waits for the answer to an upload. */
const uploaded = (status: number) =>
  page.waitForResponse((answer) => answer.url().endsWith('/media-upload') && answer.status() === status);
const named = async (path: string, pattern: RegExp): Promise<Row[]> =>
  (await fixture.colleague.get<Row[]>(path)).body.filter((row) => pattern.test(String(row['name'])));

test('A connection whose file was refused is created once', async () => {
  await page.goto(`${fixture.host.url}/connections?new=1`);
  await page.getByRole('menuitem', { name: 'Arquivo' }).click();
  await fixture.dialog().getByLabel('Nome').fill('WhatsApp Filial');
  await fixture.dialog().getByRole('combobox', { name: 'Departamento de entrada' }).click();
  await page.getByRole('option', { name: 'Comercial' }).click();
  await fixture.tab('Mensagens').click();
  await chooseText();
  let refused = uploaded(400);
  await add();
  await refused;
  // The person corrects the name too, while the form is open.
  await fixture.tab('Geral').click();
  await fixture.dialog().getByLabel('Nome').fill('WhatsApp Filial Centro');
  refused = uploaded(400);
  await add();
  await refused;
  await fixture.tab('Mensagens').click();
  await choosePicture();
  await add();
  await page.getByRole('img', { name: 'QR code para conectar WhatsApp Filial Centro' }).waitFor();
  expect(await named('/whatsapp', /Filial/)).toMatchObject([
    { name: 'WhatsApp Filial Centro', greetingMediaAttachment: { type: 'image' } },
  ]);
});

test('A queue whose file was refused can be saved with another one', async () => {
  await page.goto(`${fixture.host.url}/queues`);
  await page.getByRole('button', { name: 'Adicionar' }).first().click();
  await fixture.dialog().getByLabel('Nome').fill('Financeiro');
  await page.route('**/media-upload', (route) => route.fulfill({ status: 413, json: { error: 'ERR_FILE_TOO_LARGE' } }));
  await chooseText();
  const refused = uploaded(413);
  await add();
  await refused;
  await page.unroute('**/media-upload');
  await choosePicture();
  await add();
  await fixture.dialog().waitFor({ state: 'detached' });
  expect(await named('/queue', /Financeiro/)).toHaveLength(1);
});
