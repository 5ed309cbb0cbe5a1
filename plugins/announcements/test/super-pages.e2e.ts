import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFaultsInBothThemes, startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { signIn, visit } from '../../../scripts/test/product/product.ts';

const plugins = [
  'users',
  'queues',
  'contacts',
  'connections',
  'tickets',
  'companies',
  'finance',
  'platform',
  'announcements',
  'helps',
  'chatai',
];
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let host: TestHost;
let browser: Browser;
/** Another super user, who uses the API: a person has one session at a time. */
let root: Person;
let shop: TestCompany;
/** The super user's page. */
let page: Page;
const troubles: string[] = [];
/** Chromium logs every refused request as an error; requests that a test refuses on purpose are not counted. */
const expected = /status of 40[0-9]|ERR_FAILED/;

const windowOf = async ({ email, password }: Person, at = '/tickets'): Promise<Page> => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  // Tests make no request outside this machine.
  await context.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Filme</title><body>Filme</body>' }),
  );
  const opened = await context.newPage();
  opened.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
  opened.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) troubles.push(message.text());
  });
  await signIn(opened, host.url, email, password, at);
  return opened;
};
const go = (path: string) => visit(page, path);
const tab = (name: string) => go(`/settings?tab=${encodeURIComponent(name)}`);
const dialog = (of = page) => of.getByRole('dialog');
const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const toast = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
const button = (name: string, of = page) => of.getByRole('button', { name, exact: true });
/** Returns axe's findings in the light and the dark theme. */
const faultsOf = async (of: Page, name: string): Promise<string[]> => {
  return (await axeFaultsInBothThemes(of)).map((fault) => `${name}, ${fault}`);
};
/** Waits until the page is shown to screen readers again, a moment after a dialog has closed. */
const uncovered = async (of = page): Promise<void> => {
  await dialog(of).waitFor({ state: 'hidden' });
  await of.locator('#root:not([aria-hidden])').waitFor();
};

beforeAll(async () => {
  [host, browser] = await Promise.all([
    startTestHost({ databaseUrl: inject('databaseUrl'), plugins }),
    launchBrowser(),
  ]);
  root = await host.superUser();
  shop = await host.company({ name: 'Padaria São João' });
  page = await windowOf(await host.superUser(), '/announcements');
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

test('a super user writes an announcement with a picture, and it opens automatically once for people of other companies', async () => {
  const ana = await shop.person('user', 'Ana');
  const desk = await windowOf(ana);
  await page.getByText('Nenhum informativo ainda').waitFor();
  await button('Adicionar informativo').first().click();
  await dialog().getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect.poll(() => dialog().getByText('Campo obrigatório').count()).toBe(2);
  await dialog().getByLabel('Título').fill('Chat interno para todos');
  await dialog().getByLabel('Texto').fill('Converse com a equipe sem sair da tela.\nEstá no topo, à direita.');
  const picker = dialog().locator('input[type=file]');
  await picker.setInputFiles({ name: 'contrato.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
  await dialog().getByText('Escolha uma imagem PNG, JPG ou JPEG.').waitFor();
  await picker.setInputFiles({ name: 'faixa.png', mimeType: 'image/png', buffer: pixel });
  await dialog().getByRole('img', { name: 'Imagem do informativo' }).waitFor();
  await dialog().getByLabel('Vídeo').fill('https://youtu.be/dQw4w9WgXcQ');
  await dialog().getByRole('button', { name: 'Adicionar', exact: true }).click();
  await toast('Informativo salvo.');
  await uncovered();
  await row('Chat interno para todos').getByText('faixa.png').waitFor();
  // The author has read it.
  await expect.poll(() => row('Chat interno para todos').getByText('Baixa').count()).toBe(1);

  const opened = desk.getByRole('dialog', { name: 'Chat interno para todos' });
  await opened.getByText('Converse com a equipe sem sair da tela.').waitFor();
  // The picture is added after the announcement; the open dialog shows what was published first.
  await button('Assistir ao vídeo', desk).click();
  await opened.locator('iframe[src^="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"]').waitFor();
  await opened.getByText('Fechar', { exact: true }).click();
  await uncovered(desk);
  const [cookie] = (await desk.context().cookies()).filter(({ name }) => name === 'lastAnnouncementAt');
  const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
  expect([Number(cookie?.value) > 0, days > 364, days <= 365]).toEqual([true, true, true]);

  await desk.reload();
  await button('Informativos', desk).click();
  await desk.getByRole('button', { name: /Chat interno para todos/ }).click();
  await opened.getByRole('img', { name: 'Imagem de Chat interno para todos' }).waitFor();
  await opened.getByText('Fechar', { exact: true }).click();
  await uncovered(desk);
  await desk.context().close();
});

test('an announcement never opens while the person is typing, and stays unread until it is opened', async () => {
  const bia = await shop.person('user', 'Bia');
  const desk = await windowOf(bia);
  // An announcement published before she arrived also opens automatically, once, and counts as read.
  await dialog(desk).getByText('Fechar', { exact: true }).click();
  await uncovered(desk);
  const search = desk.getByRole('searchbox').first();
  await search.fill('pedido');
  const { body } = await root.post<{ id: number }>('/announcements', {
    title: 'Manutenção no domingo',
    text: 'Das 2h às 4h.',
    priority: 1,
  });
  await button('Informativos, 1 não lido', desk).waitFor();
  expect(await dialog(desk).count()).toBe(0);
  await root.post('/announcements', { title: 'Rascunho', text: 'Ainda não.', status: false });
  await search.blur();
  await dialog(desk).getByText('Das 2h às 4h.').waitFor();
  await desk.keyboard.press('Escape');
  await uncovered(desk);
  await button('Informativos', desk).waitFor();
  await root.post('/announcements', { title: 'Plano novo', text: 'Conheça o plano anual.', priority: 2 });
  await dialog(desk).getByText('Conheça o plano anual.').waitFor();
  await dialog(desk).getByText('Fechar', { exact: true }).click();
  await uncovered(desk);
  await button('Informativos', desk).click();
  const list = desk.getByRole('dialog', { name: 'Informativos' }).or(desk.getByRole('group', { name: 'Informativos' }));
  await list.getByText('Manutenção no domingo').waitFor();
  expect(await list.getByText('Rascunho').count()).toBe(0);
  await root.delete(`/announcements/${body.id}`);
  await list.getByText('Manutenção no domingo').waitFor({ state: 'detached' });
  await desk.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
  await uncovered(desk);
  expect(await faultsOf(desk, 'news')).toEqual([]);
  await desk.context().close();
});

test('a super user searches, changes and deletes announcements by keyboard and mouse, and nobody else can open the page', async () => {
  await page.goto(`${host.url}/announcements`);
  // The newest announcement opens for super users too.
  await dialog().getByText('Fechar', { exact: true }).click();
  await uncovered();
  await page.getByRole('searchbox').fill('PLANO');
  await row('Chat interno').waitFor({ state: 'detached' });
  await button('Editar Plano novo').click();
  await dialog().getByRole('combobox', { name: 'Prioridade' }).click();
  await page.getByRole('option', { name: 'Alta' }).click();
  await dialog().getByRole('switch').click();
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await uncovered();
  await row('Plano novo').getByText('Inativo').waitFor();
  await row('Plano novo').getByText('Alta').waitFor();
  await button('Excluir Plano novo').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir informativo' }).click();
  await toast('Informativo excluído.');
  await page.getByText('Nenhum informativo encontrado').waitFor();
  await page.getByRole('searchbox').fill('');
  await row('Chat interno').waitFor();
  expect(await faultsOf(page, 'announcements')).toEqual([]);
  const boss = await windowOf(shop.admin, '/announcements');
  await boss.getByRole('heading', { name: /Acesso Negado|não tem acesso|permissão/i }).waitFor();
  await boss.context().close();
});

test('a draft that is published does not open for its author, and no older announcement opens again when it is deleted', async () => {
  await page.goto(`${host.url}/announcements`);
  await row('Chat interno').waitFor();
  const dora = await shop.person('user', 'Dora');
  const desk = await windowOf(dora);
  await dialog(desk).getByText('Fechar', { exact: true }).click();
  await uncovered(desk);
  const { body: draft } = await root.post<{ id: number }>('/announcements', {
    title: 'Férias coletivas',
    text: 'De 20 a 31 de dezembro.',
    status: false,
  });
  // Written after the draft, and published before it.
  const { body: between } = await root.post<{ id: number }>('/announcements', {
    title: 'Nova sala',
    text: 'No térreo.',
  });
  for (const window of [desk, page]) {
    await dialog(window).getByText('No térreo.').waitFor();
    await dialog(window).getByText('Fechar', { exact: true }).click();
    await uncovered(window);
  }
  await button('Editar Férias coletivas').click();
  await dialog().getByRole('switch').click();
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await toast('Informativo salvo.');
  await uncovered();
  await row('Férias coletivas').getByText('Ativo', { exact: true }).waitFor();
  await dialog(desk).getByText('De 20 a 31 de dezembro.').waitFor();
  await dialog(desk).getByText('Fechar', { exact: true }).click();
  await uncovered(desk);
  await root.delete(`/announcements/${draft.id}`);
  await row('Férias coletivas').waitFor({ state: 'detached' });
  // A reload asks for everything anew.
  for (const window of [desk, page]) {
    await window.reload();
    await button('Informativos', window).click();
    const names = { name: 'Informativos' };
    const list = window.getByRole('dialog', names).or(window.getByRole('group', names));
    await list.getByText('Nova sala').waitFor();
    expect(await window.getByRole('dialog', { name: 'Nova sala' }).count()).toBe(0);
    await window.keyboard.press('Escape');
  }
  await root.delete(`/announcements/${between.id}`);
  await desk.context().close();
});

test('a super user edits help videos in the settings, and people play them on the help page', async () => {
  await tab('helps/helps');
  await button('Novo vídeo').click();
  await dialog().getByLabel('Título').fill('Conectar o WhatsApp');
  await dialog().getByLabel('Descrição').fill('Do QR code à primeira mensagem, em 2 minutos.');
  await dialog().getByLabel('Vídeo').fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  await dialog().getByRole('button', { name: 'Adicionar' }).click();
  await toast('Operação realizada com sucesso!');
  await uncovered();
  await row('Conectar o WhatsApp').getByText('dQw4w9WgXcQ').waitFor();
  await root.post('/helps', { title: 'Transferir um atendimento', video: 'aaaaaaaaaaa' });
  await button('Novo vídeo').click();
  await dialog().getByLabel('Título').fill('conectar o whatsapp');
  await dialog().getByLabel('Vídeo').fill('dQw4w9WgXcQ');
  await dialog().getByRole('button', { name: 'Adicionar' }).click();
  await toast(
    'Não foi possível realizar a operação. Verifique se já existe um helpo com o mesmo nome ou se os campos foram preenchidos corretamente',
  );
  await dialog().getByText('Já existe um vídeo com este título.').waitFor();
  await dialog().getByRole('button', { name: 'Cancelar' }).click();
  await uncovered();
  expect(await faultsOf(page, 'helps tab')).toEqual([]);

  await go('/helps');
  const header = button('Conectar o WhatsApp');
  await header.waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
  await header.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Do QR code à primeira mensagem').waitFor();
  await page.locator('iframe[src^="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"]').waitFor();
  expect(await faultsOf(page, 'helps')).toEqual([]);
  await page.keyboard.press('Enter');
  await page.locator('iframe').waitFor({ state: 'detached' });
});

test('a super user edits prompts in the settings, and the placeholders of a prompt are listed below it', async () => {
  await tab('chatai/prompts');
  await button('Novo prompt').click();
  await dialog().getByLabel('Título').fill('Triagem trabalhista');
  await dialog().getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'Trabalhista' }).click();
  await dialog()
    .getByLabel('Texto do prompt')
    .fill('Você atende [nome do cliente] sobre [assunto]. Chame [nome do cliente] pelo nome.');
  await dialog().getByText('A preencher: nome do cliente, assunto').waitFor();
  await dialog().getByRole('button', { name: 'Adicionar' }).click();
  await toast('Operação realizada com sucesso!');
  await uncovered();
  await row('Triagem trabalhista').getByText('Trabalhista', { exact: true }).waitFor();
  expect(await faultsOf(page, 'prompts')).toEqual([]);
  await button('Novo prompt').click();
  await dialog().getByRole('button', { name: 'Adicionar' }).click();
  await toast(
    'Não foi possível realizar a operação. Verifique se já existe um Prompt com o mesmo nome ou se os campos foram preenchidos corretamente',
  );
  await dialog().getByRole('button', { name: 'Cancelar' }).click();
  await uncovered();
});

test('the page of all connections lists those of every company to a super user, redirects admins and refuses attendants', async () => {
  const { sql: database } = shop.scope('connections');
  await database.run(
    sql`insert into connections.connection (name, channel, status) values ('Balcão', 'telephone', 'CONNECTED'), ('Entregas', 'telephone', 'DISCONNECTED')`,
  );
  const quiet = await host.company({ name: 'Clínica Vitale' });
  await quiet
    .scope('connections')
    .sql.run(
      sql`insert into connections.connection (name, channel, status) values ('Recepção', 'telephone', 'CONNECTED')`,
    );
  await host.kernel.identity.tenants.update(quiet.id, { email: 'oi@vitale.example', phone: '551140001234' });
  await go('/allConnections');
  for (const name of [
    'Cliente',
    'Telefone',
    'E-mail',
    'Dt. de criação',
    'Vencimento',
    'Plano',
    'Último login',
    'Status da conexão',
  ])
    await page.getByRole('columnheader', { name, exact: true }).waitFor();
  await row('Clínica Vitale').getByText('Conectada · Recepção').waitFor();
  await row('Clínica Vitale').getByText('+55 (11) 4000-1234').waitFor();
  for (const none of ['Sem plano', 'Sem vencimento']) await row('Clínica Vitale').getByText(none).waitFor();
  await row('Padaria São João').getByText('Desconectada · Entregas').waitFor();
  await row('Plataforma').first().getByText('Sem conexão').waitFor();
  expect(await faultsOf(page, 'all connections')).toEqual([]);
  await page.getByRole('tab', { name: 'Conectadas', exact: true }).click();
  await expect.poll(() => row('Plataforma').count()).toBe(0);
  await row('Padaria São João').waitFor();
  await page.getByRole('tab', { name: 'Desconectadas' }).click();
  await row('Clínica Vitale').waitFor({ state: 'detached' });
  await row('Padaria São João').waitFor();
  await page.getByRole('tab', { name: 'Todas' }).click();
  await page.getByRole('searchbox').fill('VITÁLE');
  await row('Padaria São João').waitFor({ state: 'detached' });
  await row('Clínica Vitale').waitFor();

  const boss = await windowOf(shop.admin, '/allConnections');
  await boss.waitForURL('**/tickets');
  await boss.context().close();
  const desk = await windowOf(await shop.person('user', 'Caio'));
  await dialog(desk).getByText('Fechar', { exact: true }).click();
  await uncovered(desk);
  await desk.goto(`${host.url}/allConnections`);
  await desk.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor();
  expect(await faultsOf(desk, '403')).toEqual([]);
  await button('Voltar', desk).click();
  await desk.waitForURL('**/tickets');
  await desk.context().close();
});

test('no window of these tests logged an error', () => {
  expect(troubles).toEqual([]);
});
