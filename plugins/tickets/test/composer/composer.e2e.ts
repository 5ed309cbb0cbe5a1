import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Person } from '@balcao/testing';
import type { InboundResult } from '@balcao/connections/contract';
import { composerOf, threadOf } from '../../../../scripts/test/product/ticket-actions.ts';
import { soon, WritingDesk } from './desk.ts';
import { dropFiles, paperOf, pasteFiles, pictureOf } from './files.ts';
import { provider } from './witness/provider.ts';

let desk: WritingDesk;
let ana: Person;
let page: Page;
let maria: InboundResult;
let joao: InboundResult;

beforeAll(async () => {
  desk = await WritingDesk.open(inject('databaseUrl'));
  ana = await desk.writing.company.person('gestor', 'Ana Beatriz Souza');
  maria = await desk.writing.attended(ana, 'Maria Aparecida', { body: 'Bom dia, doutora. Já saiu a carta?' });
  joao = await desk.writing.attended(ana, 'João Batista');
  // A person has one session at a time: Ana's calls of the API come before her window.
  const made = await ana.post<{ id: number }>('/quick-messages', { shortcode: 'taxa', message: 'A taxa é de R$ 30.' });
  const form = new FormData();
  form.append('file', new File([Uint8Array.from(paperOf('x.pdf').bytes)], 'tabela.pdf', { type: 'application/pdf' }));
  await ana.post(`/quick-messages/${made.body.id}/media-upload`, form);
  await ana.post('/quick-messages', { shortcode: 'zelo', message: 'Cuidaremos disso.' });
  page = await desk.windowOf(ana);
  await desk.openIn(page, maria);
});
afterAll(() => desk?.close());

const field = () => composerOf(page);
const noteField = () => page.getByRole('textbox', { name: /^Nota interna sobre/ });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const tray = () => page.getByRole('list', { name: 'Anexos' });
const lastSaid = async () => (await desk.writing.said(maria.ticketId)).at(-1);
const isFocused = () => field().evaluate((element) => element === document.activeElement);

test('The field grows to five lines with the text, and then scrolls', async () => {
  const heights: number[] = [];
  for (const rows of [1, 2, 3, 4, 5, 6, 12]) {
    await field().fill(Array.from({ length: rows }, (_, row) => `linha ${row + 1}`).join('\n'));
    heights.push(await field().evaluate((element) => element.clientHeight));
  }
  const [one = 0, two = 0, , , five, six, twelve] = heights;
  expect(two).toBeGreaterThan(one);
  expect(five).toBe(one + 4 * (two - one));
  expect(six).toBe(five);
  expect(twelve).toBe(five);
  await expect.poll(() => field().evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
  await field().fill('');
});

test('Enter sends, Shift+Enter breaks the line, and spaces alone are never sent', async () => {
  const before = (await desk.writing.said(maria.ticketId)).length;
  await field().pressSequentially('  ');
  await field().press('Shift+Enter');
  await field().press('Enter');
  await expect.poll(() => button(/^Enviar/).getAttribute('aria-disabled')).toBe('true');
  await field().fill('primeira');
  await field().press('Shift+Enter');
  await field().pressSequentially('segunda');
  await field().press('Enter');
  await soon(async () => (await lastSaid())?.body).toBe('primeira\nsegunda');
  expect((await desk.writing.said(maria.ticketId)).length).toBe(before + 1);
  await expect.poll(() => field().inputValue()).toBe('');
  await expect.poll(() => isFocused()).toBe(true);
});

test('Shortcuts make the selection bold or italic, and undo reverts them', async () => {
  await field().fill('prazo de hoje');
  await field().evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(9, 13));
  await field().press('Control+b');
  await expect.poll(() => field().inputValue()).toBe('prazo de *hoje*');
  await field().press('Control+b');
  await expect.poll(() => field().inputValue()).toBe('prazo de hoje');
  await field().press('Control+i');
  await expect.poll(() => field().inputValue()).toBe('prazo de _hoje_');
  await field().press('Control+z');
  await expect.poll(() => field().inputValue()).toBe('prazo de hoje');
  await field().fill('');
});

test('A draft survives a reload and a visit to another conversation: text, quoted message, files with captions, and an internal note', async () => {
  await threadOf(page).getByText('Já saiu a carta?').hover();
  await threadOf(page).getByRole('button', { name: 'Responder' }).first().click();
  await page.getByRole('group', { name: 'Respondendo' }).waitFor();
  await field().fill('Saiu sim');
  await pasteFiles(page, [await pictureOf(page, 'carta.png', 60, 40), paperOf('procuração.pdf')]);
  await tray().getByRole('listitem').nth(1).waitFor();
  await expect.poll(() => field().inputValue()).toBe('Saiu sim');
  await tray()
    .getByRole('button', { name: /legenda de procuração/ })
    .click();
  await field().fill('Assine na última página');

  await desk.openIn(page, joao);
  await soon(() => field().inputValue()).toBe('');
  await button('Nota interna').click();
  await noteField().fill('Ligar para o cartório');
  await page.reload();
  await soon(() => noteField().inputValue()).toBe('Ligar para o cartório');
  await noteField().fill('');
  await noteField().press('Escape');

  await desk.openIn(page, maria);
  await page.getByRole('group', { name: 'Respondendo' }).getByText('Já saiu a carta?').waitFor();
  await soon(() => tray().getByRole('listitem').count()).toBe(2);
  await soon(() => field().inputValue()).toBe('Saiu sim');
  await field().press('Enter');
  await soon(async () => (await desk.writing.said(maria.ticketId)).slice(-2)).toMatchObject([
    { body: 'Saiu sim', mediaType: 'image', quotedMsg: { body: 'Bom dia, doutora. Já saiu a carta?' } },
    { body: 'Assine na última página', mediaName: 'procuração.pdf', quotedMsg: null },
  ]);
  await expect.poll(() => tray().count()).toBe(0);
});

test('Files can be dropped anywhere in the conversation; one that is too large or of another type is refused with its text', async () => {
  await dropFiles(page, [paperOf('contrato.docx')]);
  await tray().getByText('contrato.docx').waitFor();
  await dropFiles(page, [paperOf('programa.exe')]);
  await page.getByText('programa.exe: este tipo de arquivo não é aceito').waitFor();
  await dropFiles(page, [{ ...paperOf('video.mp4'), length: 52_428_801 }]);
  await page.getByText('Arquivo não pode ter o tamanho maior que 50MB').waitFor();
  await expect.poll(() => tray().getByRole('listitem').count()).toBe(1);
  await button('Remover contrato.docx').click();
  await tray().waitFor({ state: 'detached' });
  expect(await page.locator('input[type=file]').first().getAttribute('accept')).toBe(
    '.png,.jpg,.jpeg,.xls,.xlsx,.pdf,.doc,.docx,.ppt,.pptx,.mp4,.mp3,.amr,.opu',
  );
});

test('Pictures are made smaller before the upload', async () => {
  const picture = await pictureOf(page, 'foto.png', 900, 600);
  await pasteFiles(page, [picture]);
  await tray().getByText('foto.jpg').waitFor();
  await field().press('Enter');
  await soon(async () => (await lastSaid())?.mediaName).toBe('foto.jpg');
  const said = await lastSaid();
  expect(said?.mediaMime).toBe('image/jpeg');
  expect(said?.mediaSize).toBeLessThan(picture.bytes.length / 2);
});

test('An upload shows its progress and can be cancelled file by file', async () => {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 400_000,
  });
  await dropFiles(page, [
    { ...paperOf('um.pdf'), length: 1_500_000 },
    { ...paperOf('dois.pdf'), length: 1_500_000 },
  ]);
  await tray().getByRole('listitem').nth(1).waitFor();
  await field().press('Enter');
  const bar = (name: string) => threadOf(page).getByRole('progressbar', { name: `Enviando ${name}` });
  await soon(async () => Number(await bar('um.pdf').getAttribute('aria-valuenow'))).toBeGreaterThan(0.1);
  await button('Cancelar o envio').last().click();
  await bar('dois.pdf').waitFor({ state: 'detached' });
  await bar('um.pdf').waitFor({ state: 'detached' });
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await soon(async () => (await lastSaid())?.mediaName).toBe('um.pdf');
});

test('Messages and files written without a network are sent in order when it is back, also after a reload', async () => {
  await page.context().setOffline(true);
  await field().fill('antes do arquivo');
  await field().press('Enter');
  await pasteFiles(page, [paperOf('sem-rede.pdf')]);
  await tray().getByText('sem-rede.pdf').waitFor();
  await field().press('Enter');
  await field().fill('depois do arquivo');
  await field().press('Enter');
  await threadOf(page).getByText('depois do arquivo').waitFor();
  await page.context().setOffline(false);
  await soon(async () =>
    (await desk.writing.said(maria.ticketId)).slice(-3).map(({ body, mediaName }) => mediaName ?? body),
  ).toEqual(['antes do arquivo', 'sem-rede.pdf', 'depois do arquivo']);

  await page.route('**/api/messages/*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await field().fill('fechei a janela');
  await field().press('Enter');
  await pasteFiles(page, [paperOf('na-gaveta.pdf')]);
  await tray().getByText('na-gaveta.pdf').waitFor();
  await field().press('Enter');
  await threadOf(page).getByText('na-gaveta.pdf').waitFor();
  await page.unroute('**/api/messages/*');
  await page.reload();
  await soon(async () =>
    (await desk.writing.said(maria.ticketId)).slice(-2).map(({ body, mediaName }) => mediaName ?? body),
  ).toEqual(['fechei a janela', 'na-gaveta.pdf']);
});

test('A refused upload is tried again without choosing the file again', async () => {
  await page.route('**/api/messages/*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"ERR_INTERNAL"}' })
      : route.continue(),
  );
  await pasteFiles(page, [paperOf('teimoso.pdf')]);
  await tray().getByText('teimoso.pdf').waitFor();
  await field().press('Enter');
  await threadOf(page)
    .getByRole('alert')
    .getByText(/^Não enviada/)
    .waitFor();
  await page.unroute('**/api/messages/*');
  await button('Tentar de novo').click();
  await soon(async () => (await lastSaid())?.mediaName).toBe('teimoso.pdf');
});

test('An internal note is begun by button and key, looks different from a message, and never leaves the company', async () => {
  await field().press('Control+Shift+E');
  await noteField().waitFor();
  await expect.poll(() => button('Nota interna').getAttribute('aria-pressed')).toBe('true');
  provider.presence.length = 0;
  await noteField().pressSequentially('Cliente pediu desconto');
  await noteField().press('Enter');
  await threadOf(page).getByText('Cliente pediu desconto').waitFor();
  await soon(async () => lastSaid()).toMatchObject({ body: 'Cliente pediu desconto', onlyInternal: true });
  expect(provider.taken.some(({ body }) => body.includes('desconto'))).toBe(false);
  expect(provider.presence).toEqual([]);
  // The mode stays until it is left: a second note is as safe as the first.
  await noteField().press('Escape');
  await field().waitFor();
  await expect.poll(() => isFocused()).toBe(true);
});

test('A person who may not write internal notes has no control for them', async () => {
  const bia = await desk.writing.company.person('user', 'Bia');
  const ticket = await desk.writing.attended(bia, 'Cliente da Bia');
  const other = await desk.windowOf(bia);
  await desk.openIn(other, ticket);
  await composerOf(other).waitFor();
  await expect.poll(() => other.getByRole('button', { name: 'Nota interna' }).count()).toBe(0);
  await composerOf(other).press('Control+Shift+E');
  await expect.poll(() => composerOf(other).count()).toBe(1);

  // Begun while they were allowed to: it becomes no message to the customer.
  const draft = { body: 'Cliente pediu desconto de novo', quoted: null, isNote: true, files: [] };
  await other.evaluate(([name, kept]) => localStorage.setItem(name, kept), [
    `balcao.draft.${bia.id}.${ticket.ticketId}`,
    JSON.stringify(draft),
  ] as const);
  await other.reload();
  const note = other.getByRole('textbox', { name: /^Nota interna sobre/ });
  await expect.poll(() => note.inputValue()).toBe('Cliente pediu desconto de novo');
  await note.press('Enter');
  await threadOf(other).getByText('Não enviada').first().waitFor();
  expect(provider.taken.some(({ body }) => body.includes('desconto de novo'))).toBe(false);
  await other.context().close();
});

test('A new conversation is begun from the palette over the open one', async () => {
  const before = new URL(page.url()).pathname;
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('combobox', { name: /Buscar ou executar/ });
  await palette.fill('novo atendimento');
  await page
    .getByRole('option', { name: /Novo atendimento/ })
    .first()
    .waitFor();
  await palette.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Novo atendimento' });
  await dialog.waitFor();
  expect(new URL(page.url()).pathname).toBe(before);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await field().waitFor();
});

test('Esc leaves one thing at a time: the reply, then the internal note, then the field', async () => {
  await threadOf(page).getByText('Já saiu a carta?').last().hover();
  await threadOf(page).getByRole('button', { name: 'Responder' }).first().click();
  await button('Nota interna').click();
  const reply = page.getByRole('group', { name: 'Respondendo' });
  await reply.waitFor();
  await noteField().press('Escape');
  await reply.waitFor({ state: 'detached' });
  await expect.poll(() => noteField().count()).toBe(1);
  await noteField().press('Escape');
  await field().waitFor();
  await field().press('Escape');
  await expect.poll(() => isFocused()).toBe(false);
  await field().focus();
});

test('An emoji is found by its name and inserted at the caret, by keyboard alone', async () => {
  await field().fill('Combinado ');
  await button('Emoji').focus();
  await page.keyboard.press('Enter');
  const search = page.getByRole('textbox', { name: 'Buscar emoji' });
  await search.fill('polegar');
  await page.getByRole('button', { name: 'polegar para cima', exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await soon(() => field().inputValue()).toMatch(/^Combinado 👍/u);
  await field().fill('');
  await button('Emoji').click();
  await page.getByRole('region', { name: 'Recentes' }).getByRole('button', { name: 'polegar para cima' }).waitFor();
  await page.keyboard.press('Escape');
});

test('A plugin’s button reads the text and its mode, and empties the field', async () => {
  await field().fill('Lembrete da audiência');
  await button('Agendar mensagem').click();
  await expect
    .poll(() => button('Agendar mensagem').getAttribute('title'))
    .toBe('Maria Aparecida: Lembrete da audiência');
  await expect.poll(() => field().inputValue()).toBe('');
});

test('A plugin’s entry in a message’s menu that fails shows an error', async () => {
  await page.getByRole('log').getByText('Bom dia, doutora.').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Lacrar mensagem' }).click();
  await page.getByText('Ocorreu um erro').first().waitFor();
});

test('Quick replies tell the field which of them is active; an internal note takes their text and sends no file', async () => {
  await field().pressSequentially('/');
  const options = page.getByRole('listbox', { name: 'Respostas rápidas' }).getByRole('option');
  await options.nth(1).waitFor();
  const active = () => field().getAttribute('aria-activedescendant');
  await soon(active).toBe(await options.first().getAttribute('id'));
  await field().press('ArrowDown');
  await soon(active).toBe(await options.nth(1).getAttribute('id'));
  await field().press('Escape');
  await soon(active).toBeNull();
  await field().fill('');

  await button('Nota interna').click();
  const before = (await desk.writing.said(maria.ticketId)).length;
  await noteField().pressSequentially('/taxa');
  await options.first().waitFor();
  await noteField().press('Enter');
  await soon(() => noteField().inputValue()).toBe('A taxa é de R$ 30.');
  expect((await desk.writing.said(maria.ticketId)).length).toBe(before);
  await noteField().fill('');
  await noteField().press('Escape');
});

test('The signature is shown, and switched by the author where the company allows it', async () => {
  const { admin } = desk.writing.company;
  const set = (column: string) => admin.put('/companySettings', { column, data: 'enabled' });
  await expect.poll(() => page.getByRole('switch', { name: /verá seu nome/ }).count()).toBe(0);
  await set('defaultChatSubscript');
  await page.getByRole('img', { name: 'O cliente verá seu nome: Ana Beatriz Souza' }).waitFor();
  await set('chatSubscriptChoice');
  const signature = page.getByRole('switch', { name: /seu nome/ });
  await signature.waitFor();
  await expect.poll(() => signature.getAttribute('aria-checked')).toBe('true');
  const reached = (words: string) => provider.taken.find(({ body }) => body.endsWith(words))?.body;
  await field().fill('com nome');
  await field().press('Enter');
  await soon(() => reached('com nome')).toBe('*Ana Beatriz Souza:*\ncom nome');
  await signature.click();
  await field().fill('sem assinar');
  await field().press('Enter');
  await soon(() => reached('sem assinar')).toBe('sem assinar');
  await page.reload();
  await signature.waitFor();
  await expect.poll(() => signature.getAttribute('aria-checked')).toBe('false');
});

test('A person who writes in a colleague’s conversation is shown whose it is', async () => {
  const { admin } = desk.writing.company;
  const other = await desk.windowOf(admin);
  await desk.openIn(other, maria);
  await other.getByRole('note').getByText('Este atendimento é de Ana Beatriz Souza.').waitFor();
  await other.context().close();
  await expect.poll(() => page.getByRole('note').count()).toBe(0);
});

test('No window reported an error during the composer tests', () => {
  expect(desk.troubles).toEqual([]);
});
