import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { channelInbox, type ConnectionStatus } from '../contract.ts';
import { composerOf, openRow, sendReply, threadOf } from '../../../scripts/test/product/ticket-actions.ts';
import { visit } from '../../../scripts/test/product/product.ts';
import { shelf } from './archive/shelf.ts';
import { PageFixture, soon, type Row } from './page-fixture.ts';

let fixture: PageFixture;
let page: Page;
beforeAll(async () => {
  shelf.refuses.clear();
  shelf.shelves.clear();
  fixture = await PageFixture.open();
  ({ page } = fixture);
});
afterAll(() => fixture?.close());

const headersOf = (of: Page): Promise<string[]> => of.getByRole('columnheader').allTextContents();

test('The table has name, status, session, last update, default and actions; the add menu offers the enabled channels', async () => {
  await fixture.row('WhatsApp Recepção').waitFor();
  expect(await headersOf(page)).toEqual(['Conexão', 'Status', 'Sessão', 'Atualizada', 'Padrão', 'Ações']);
  await soon(() => fixture.row('WhatsApp Recepção').textContent()).toContain('Padrão');
  await page.getByRole('button', { name: 'Adicionar' }).first().click();
  await page.getByRole('menuitem', { name: 'Arquivo' }).waitFor();
  await page.getByRole('menuitem', { name: 'Simulador' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'Arquivo' }).waitFor({ state: 'detached' });
  // A disabled channel is shown to people who may enable it.
  await fixture.company.disable('plugin:archive');
  await page.getByRole('button', { name: 'Adicionar' }).first().click();
  await page.getByRole('menuitem', { name: 'Arquivo · ligar em Módulos' }).click();
  await page.waitForURL('**/settings/modules');
  await fixture.company.enable('plugin:archive');
  await visit(page, '/connections');
  await fixture.row('WhatsApp Plantão').waitFor();
});

test('A person who may only view connections sees neither sessions nor actions, and is refused them', async () => {
  const granted = { profile: 'gestor', permission: 'connections:view', granted: true };
  expect((await fixture.colleague.put('/permissions', granted)).status).toBe(200);
  const gestor = await fixture.company.person('gestor', 'Gisela Prado');
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await gestor.call(method, `/whatsappsession/${fixture.sandbox}`)).status).toBe(403);
  expect((await gestor.post('/whatsapp', { name: 'Minha', channel: 'sandbox' })).status).toBe(403);
  expect((await gestor.put(`/whatsapp/${fixture.sandbox}`, { name: 'Minha' })).status).toBe(403);
  expect((await gestor.delete(`/whatsapp/${fixture.sandbox}`)).status).toBe(403);
  await fixture.setStatus(fixture.sandbox, 'qrcode', 'segredo');
  expect((await gestor.get<Row>(`/whatsapp/${fixture.sandbox}`)).body['qrcode']).toBe('');
  const other = await fixture.windowOf(gestor, '/connections');
  await fixture.row('WhatsApp Recepção', other).waitFor();
  expect(await headersOf(other)).toEqual(['Conexão', 'Status', 'Atualizada', 'Padrão']);
  expect(await other.getByRole('button', { name: 'Adicionar' }).count()).toBe(0);
  expect(await other.getByRole('button', { name: 'Ler QR code' }).count()).toBe(0);
  await other.context().close();
});

test('A connection that was never connected only has to be paired: nothing in red, no warning in the shell', async () => {
  const line = { name: 'Linha nova', channel: 'archive', keyWordQueueId: fixture.queueIds[0] };
  const { body } = await fixture.colleague.post<Row>('/whatsapp', line);
  const fresh = fixture.row('Linha nova');
  await fresh.getByText('Falta parear', { exact: true }).waitFor();
  await fixture.setStatus(body.id, 'qrcode', 'codigo');
  await fresh.getByText('Leia o QR code com o celular').waitFor();
  await fresh.getByText('Falta parear', { exact: true }).waitFor();
  // Nobody scanned the code in time.
  await fixture.setStatus(body.id, 'TIMEOUT');
  await fresh.getByRole('button', { name: 'Novo QR code' }).waitFor();
  // The server does not reach the network: nothing that the phone could repair.
  await fixture.setStatus(body.id, 'TIMEOUT', '', new Date(Date.now() + 600_000));
  await fresh.getByText('Sem resposta do canal', { exact: true }).waitFor();
  await fresh.getByText('Tentaremos de novo em 10 minutos').waitFor();
  await fresh.getByRole('button', { name: 'Tentar agora' }).waitFor();
  expect(await fresh.getByText(/celular/i).count()).toBe(0);
  await fixture.picture('sem-resposta');
  expect(await page.getByText('Linha nova sem conexão').count()).toBe(0);
  expect(await page.getByText('Linha nova está fora do ar').count()).toBe(0);
  await fixture.picture('falta-parear');
  await fixture.colleague.delete(`/whatsapp/${body.id}`);
  await fresh.waitFor({ state: 'detached' });
});

test('Every status has its text and its buttons, live, without accessibility violations', async () => {
  const line = fixture.row('WhatsApp Recepção');
  // A connection that works and then fails.
  await fixture.setStatus(fixture.sandbox, 'CONNECTED');
  const wanted: [ConnectionStatus, string, RegExp[]][] = [
    ['DISCONNECTED', 'Desconectada', [/^Tentar de novo$/, /^Novo QR code$/]],
    ['qrcode', 'Aguardando QR code', [/^Ler QR code$/]],
    ['PAIRING', 'Pareando', [/^Desconectar$/]],
    ['OPENING', 'Conectando', [/^Conectando$/]],
    ['TIMEOUT', 'Celular sem resposta', [/^Desconectar$/]],
    ['CONNECTED', 'Conectada', [/^Desconectar$/]],
  ];
  for (const [status, words, buttons] of wanted) {
    await fixture.setStatus(fixture.sandbox, status, status === 'qrcode' ? 'codigo' : '');
    await line.getByText(words, { exact: true }).first().waitFor();
    for (const name of buttons) await line.getByRole('button', { name }).waitFor();
    if (status === 'OPENING') expect(await line.getByRole('button', { name: /^Conectando$/ }).isDisabled()).toBe(true);
    // The rest of the page stays as it was.
    const options = status === wanted[0]?.[0] ? undefined : { part: 'main' };
    expect(await fixture.faults(status, page, options)).toEqual([]);
    await fixture.picture(`lista-${status}`);
  }
});

test('While a connection is down the menu has a red badge and the shell a warning; both disappear when it is up again', async () => {
  await fixture.setStatus(fixture.archive, 'CONNECTED');
  await fixture.setStatus(fixture.sandbox, 'DISCONNECTED');
  const badge = page.getByRole('navigation').getByText('Há conexões fora do ar');
  const warning = page.getByRole('status').filter({ hasText: 'WhatsApp Recepção sem conexão' });
  await badge.first().waitFor({ state: 'attached' });
  await warning.waitFor();
  await fixture.setStatus(fixture.archive, 'TIMEOUT');
  await page.getByRole('status').filter({ hasText: '2 conexões fora do ar' }).waitFor();
  await page.getByText('Mais 1 conexão está fora do ar.').waitFor();
  // A disabled channel is no outage.
  await fixture.colleague.put('/settings/plugin:archive', { value: 'disabled' });
  await warning.waitFor();
  await fixture.colleague.put('/settings/plugin:archive', { value: 'enabled' });
  await page.getByRole('status').filter({ hasText: '2 conexões fora do ar' }).waitFor();
  await fixture.setStatus(fixture.archive, 'CONNECTED');
  await fixture.setStatus(fixture.sandbox, 'CONNECTED');
  await warning.waitFor({ state: 'detached' });
  await badge.first().waitFor({ state: 'detached' });
});

/** The browser’s report of a layout shift. */
type Shift = PerformanceEntry & {
  sources: { node?: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

test('A person who cannot repair a connection may dismiss its warning, and is warned of the next outage', async () => {
  await fixture.setStatus(fixture.archive, 'CONNECTED');
  await fixture.setStatus(fixture.sandbox, 'DISCONNECTED');
  const window = await fixture.windowOf(await fixture.company.person('user', 'Ana Prado'));
  await window.setViewportSize({ width: 390, height: 844 });
  const warning = (words: string) => window.getByRole('status').filter({ hasText: words });
  await warning('WhatsApp Recepção sem conexão').waitFor();
  // It is rendered after the page, but its space is reserved: nothing below it moves.
  await window.addInitScript(() => {
    const moved: number[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        for (const { node, previousRect, currentRect } of entry.sources)
          if (node instanceof Element && node.closest('main')) moved.push(currentRect.top - previousRect.top);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await window.reload();
  await warning('WhatsApp Recepção sem conexão').waitFor();
  const moved = await window.evaluate(
    () =>
      new Promise<number[]>((done) =>
        requestAnimationFrame(() => setTimeout(() => done((globalThis as unknown as { moved: number[] }).moved))),
      ),
  );
  expect(moved.filter((by) => Math.abs(by) > 20)).toEqual([]);
  await warning('WhatsApp Recepção sem conexão').getByRole('button', { name: 'Fechar aviso' }).click();
  await warning('WhatsApp Recepção sem conexão').waitFor({ state: 'detached' });
  await fixture.setStatus(fixture.archive, 'TIMEOUT');
  await warning('2 conexões fora do ar').waitFor();
  await fixture.setStatus(fixture.archive, 'CONNECTED');
  await fixture.setStatus(fixture.sandbox, 'CONNECTED');
  await window.context().close();
});

test('The QR dialog shows each new code, and closes by itself when there is none any more', async () => {
  await fixture.setStatus(fixture.archive, 'qrcode', 'primeiro');
  await fixture.row('WhatsApp Plantão').getByRole('button', { name: 'Ler QR code' }).click();
  const code = fixture.dialog().getByRole('img', { name: 'QR code para conectar WhatsApp Plantão' });
  await code.waitFor();
  expect(await fixture.faults('QR code', page, { part: '[role="dialog"]' })).toEqual([]);
  await fixture.picture('qr');
  const drawn = await code.innerHTML();
  await fixture.setStatus(fixture.archive, 'qrcode', 'segundo, que é outro');
  await soon(() => code.innerHTML()).not.toBe(drawn);
  await fixture.setStatus(fixture.archive, 'DISCONNECTED');
  await fixture.dialog().waitFor({ state: 'detached' });
  await fixture.setStatus(fixture.archive, 'qrcode', 'terceiro');
  await fixture.row('WhatsApp Plantão').getByRole('button', { name: 'Ler QR code' }).click();
  await code.waitFor();
  await fixture.setStatus(fixture.archive, 'CONNECTED');
  await fixture.dialog().waitFor({ state: 'detached' });
  await page.getByText('WhatsApp Plantão foi conectada.').waitFor();
});

test('A connection that a colleague creates and deletes appears and disappears live', async () => {
  const line = { name: 'Linha de passagem', channel: 'archive', keyWordQueueId: fixture.queueIds[0] };
  const { body } = await fixture.colleague.post<Row>('/whatsapp', line);
  await fixture.row('Linha de passagem').waitFor();
  await fixture.colleague.delete(`/whatsapp/${body.id}`);
  await fixture.row('Linha de passagem').waitFor({ state: 'detached' });
});

test('Deleting needs a confirmation, and shows a notice when it is done', async () => {
  const line = { name: 'Linha que acaba', channel: 'archive', keyWordQueueId: fixture.queueIds[0] };
  const { body: made } = await fixture.colleague.post<Row>('/whatsapp', line);
  const person = { name: 'Quem espera', number: '5511970031234' };
  const { body: contact } = await fixture.colleague.post<Row>('/contacts', person);
  await fixture.colleague.post('/tickets', { contactId: contact.id, whatsappId: made.id, status: 'pending' });
  // The confirmation describes the dependents.
  await fixture.row('WhatsApp Recepção').getByRole('button', { name: 'Excluir WhatsApp Recepção' }).click();
  await page.getByRole('alertdialog').getByText('É a conexão padrão: outra passa a ser a padrão.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
  await fixture.row('Linha que acaba').getByRole('button', { name: 'Excluir Linha que acaba' }).click();
  await page.getByRole('alertdialog').getByText('Não há como desfazer.').waitFor();
  await page.getByRole('alertdialog').getByText('1 atendimento em andamento depende disto.').waitFor();
  await fixture.picture('excluir');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir conexão' }).click();
  await page.getByText('Conexão excluída.').waitFor();
  await fixture.row('Linha que acaba').waitFor({ state: 'detached' });
});

test('A company without connections sees the next step, and names of fifty letters fit at every width', async () => {
  const newcomer = await fixture.host.company({ name: 'Começo Ltda.' });
  const other = await fixture.windowOf(newcomer.admin, '/connections');
  await other.getByText('Nenhuma conexão ainda').waitFor();
  expect(await fixture.faults('no connections', other)).toEqual([]);
  await fixture.picture('vazia', other);
  await other.context().close();

  const name = 'Atendimento ao consumidor da filial de Pindamonhan';
  const line = { name, channel: 'archive', keyWordQueueId: fixture.queueIds[0] };
  const { body } = await fixture.colleague.post<Row>('/whatsapp', line);
  await fixture.row(name).waitFor();
  await fixture.picture('nome-longo');
  for (const width of [390, 1050, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await soon(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await fixture.colleague.delete(`/whatsapp/${body.id}`);
  await fixture.row(name).waitFor({ state: 'detached' });
});

test('The reason of a refused message is displayed in the channel’s words, with the next step', async () => {
  await fixture.setStatus(fixture.archive, 'CONNECTED');
  shelf.refuses.set('Segue o processo', { failure: 'refused', reason: 'shelf-full' });
  shelf.refuses.set('Segue a guia', { failure: 'refused', reason: '8812' });
  shelf.refuses.set('Segue o recibo', { failure: 'refused', reason: 'no room for +5511988880009' });
  const { ticketId } = await fixture.company
    .scope('tickets')
    .use(channelInbox)
    .message(fixture.archive, {
      externalId: 'in-1',
      from: { channel: 'archive', scope: '', kind: 'phone', value: '5511988880009' },
      name: 'Helena Prado',
      number: '5511988880009',
      body: 'Bom dia',
      sentAt: new Date(),
    });
  expect((await fixture.colleague.put(`/tickets/${ticketId}`, { status: 'open' })).status).toBe(200);
  const { body: me } = await fixture.colleague.get<{ id: number }[]>('/users/list');
  const mine = me.find(({ id }) => id !== fixture.colleague.id);
  await fixture.colleague.put(`/tickets/${ticketId}`, { userId: mine?.id });
  await visit(page, '/tickets');
  await openRow(page, 'Helena Prado');
  await composerOf(page).waitFor();
  shelf.refuses.set('Segue a pauta', { failure: 'disconnected', reason: 'shelf-locked' });
  for (const text of shelf.refuses.keys()) await sendReply(page, text);
  const thread = threadOf(page);
  await thread.getByText('Não enviada. A estante está cheia. Libere espaço e envie de novo.').waitFor();
  await thread.getByText('Não enviada. O arquivo recusou (código 8812).').waitFor();
  await thread.getByText('Não enviada: o canal recusou esta mensagem.').waitFor();
  await thread.getByText('Não enviada. A estante está trancada. Será enviada quando a conexão voltar.').waitFor();
  expect(await fixture.faults('refused messages')).toEqual([]);
  await fixture.picture('recusadas');
  shelf.refuses.clear();
  await thread.getByRole('button', { name: 'Tentar de novo' }).first().click();
  await thread.getByText('Não enviada. A estante está cheia.').waitFor({ state: 'detached' });
  await thread.getByRole('button', { name: 'Reconectar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Conexões' }).waitFor();
});

test('A super user opens the connections of a company from the list of companies: ‘Conexões de: …’', async () => {
  await fixture.setStatus(fixture.archive, 'DISCONNECTED');
  const root = await fixture.windowOf(await fixture.host.superUser(), '/settings?tab=companies%2Fcompanies');
  await root.getByRole('button', { name: 'Conexões de Prado & Menezes' }).waitFor();
  await fixture.picture('empresas', root);
  await root.getByRole('button', { name: 'Conexões de Prado & Menezes' }).click();
  const list = root.getByRole('dialog', { name: 'Conexões de: Prado & Menezes' });
  await fixture.row('WhatsApp Plantão', root).waitFor();
  expect(await list.getByRole('columnheader').allTextContents()).toEqual([
    'Canal',
    'Nome',
    'Status',
    'Sessão',
    'Atualizada',
    'Padrão',
    'Ações',
  ]);
  expect(await fixture.faults('connections of a company', root)).toEqual([]);
  await fixture.picture('conexoes-de', root);
  await fixture.row('WhatsApp Plantão', root).getByRole('button', { name: 'Novo QR code' }).click();
  await root.getByRole('img', { name: 'QR code para conectar WhatsApp Plantão' }).waitFor();
  await fixture.setStatus(fixture.archive, 'CONNECTED');
  await fixture.row('WhatsApp Plantão', root).getByText('Conectada', { exact: true }).waitFor();
  await fixture.row('WhatsApp Plantão', root).getByRole('button', { name: 'Editar WhatsApp Plantão' }).click();
  await root.getByRole('textbox', { name: 'Nome' }).fill('WhatsApp Noturno');
  await root.getByRole('button', { name: 'Salvar' }).click();
  await fixture.row('WhatsApp Noturno', root).waitFor();
  expect(await fixture.kept(fixture.archive)).toMatchObject({ name: 'WhatsApp Noturno', status: 'CONNECTED' });
  await root.context().close();
});

test('No browser window reported errors', () => {
  expect(fixture.errors).toEqual([]);
});
