import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaultsInBothThemes, type Person } from '@balcao/testing';
import { photo } from '../../../../scripts/test/product/files.ts';
import { sound } from './files.ts';
import { bubbleOf, open, openScreen, type Screen, type Talk } from './screen.ts';

let screen: Screen;
let page: Page;
let marina: Person;
let maria: Talk;

beforeAll(async () => {
  screen = await openScreen();
  marina = await screen.at.attendant('Marina Azevedo', [], 'gestor');
  maria = await screen.talk(marina, 'Maria Aparecida', 'Primeira');
  await maria.says('Segunda', { externalId: 'segunda' });
  await maria.says('Terceira');
  page = await screen.windowOf(marina);
  await open(page, maria);
  await bubbleOf(page, 'Terceira').waitFor();
});
afterAll(() => screen?.close());

const log = () => page.getByRole('log');
const composer = () => page.getByRole('textbox', { name: /^Mensagem para/ });
const soon = <T>(read: () => T | Promise<T>) => expect.poll(read);
/** Returns the label of the focused element. */
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

test('The conversation is a log of messages labelled with author, text, time and receipt', async () => {
  await composer().fill('Resposta');
  await composer().press('Enter');
  await bubbleOf(page, /Marina Azevedo, Resposta, \d\d:\d\d, Enviada/).waitFor();
  await bubbleOf(page, /Maria Aparecida, Terceira, \d\d:\d\d/).waitFor();
});

test('Up and down move between the messages, Home and End go to the ends', async () => {
  await log().focus();
  await page.keyboard.press('ArrowUp');
  await soon(focused).toContain('Resposta');
  await page.keyboard.press('ArrowUp');
  await soon(focused).toContain('Terceira');
  await page.keyboard.press('ArrowUp');
  await soon(focused).toContain('Segunda');
  await page.keyboard.press('ArrowDown');
  await soon(focused).toContain('Terceira');
  await page.keyboard.press('Home');
  await soon(focused).toContain('Primeira');
  await page.keyboard.press('End');
  await soon(focused).toContain('Resposta');
});

test('R answers the focused message and resolves nothing', async () => {
  await page.keyboard.press('ArrowUp');
  await soon(focused).toContain('Terceira');
  await page.keyboard.press('r');
  await soon(focused).toContain('Mensagem para');
  await page.keyboard.type('Sobre a terceira');
  await page.keyboard.press('Enter');
  await bubbleOf(page, 'Sobre a terceira')
    .getByRole('button', { name: /Terceira/ })
    .waitFor();
  expect((await screen.at.company.admin.get<{ status: string }>(`/tickets/${maria.id}`)).body.status).toBe('open');
});

test('Enter opens the menu of a message, and Escape returns the focus to it', async () => {
  await log().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await soon(focused).toContain('Segunda');
  await page.keyboard.press('Enter');
  await page.getByRole('menu', { name: 'Opções da mensagem' }).waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain('Responder');
  await page.keyboard.press('Escape');
  await soon(focused).toContain('Segunda');
});

test('+ opens the reactions, and the arrow keys choose one', async () => {
  await page.keyboard.press('+');
  const choice = page.getByRole('toolbar', { name: 'Escolher uma reação' });
  await choice.waitFor();
  await page.keyboard.press('ArrowRight');
  await soon(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toBe('❤️');
  await page.keyboard.press('Enter');
  await bubbleOf(page, 'Segunda').getByRole('button', { name: '❤️ Marina Azevedo' }).waitFor();
  await soon(focused).toContain('Segunda');
});

test('One’s own message is edited by keyboard alone', async () => {
  await page.keyboard.press('End');
  await soon(focused).toContain('Sobre a terceira');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Editar' }).waitFor();
  for (let turn = 0; turn < 8; turn += 1) {
    if ((await page.evaluate(() => document.activeElement?.textContent)) === 'Editar') break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Editar mensagem' }).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Sobre a terceira, sim');
  await page.keyboard.press('Enter');
  await bubbleOf(page, 'Sobre a terceira, sim').getByText('editada').waitFor();
});

test('Up in an empty composer edits one’s last message, and the focus returns afterwards', async () => {
  await composer().focus();
  await page.keyboard.press('ArrowUp');
  const edited = page.getByRole('textbox', { name: 'Editar mensagem' });
  await edited.waitFor();
  await page.getByRole('group', { name: 'Editando a mensagem' }).waitFor();
  await soon(() => edited.inputValue()).toBe('Sobre a terceira, sim');
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  await bubbleOf(page, 'Sobre a terceira, sim!').waitFor();
  await soon(focused).toContain('Mensagem para');
  // With text in the field, up moves the caret as it does everywhere.
  await page.keyboard.type('rascunho');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await soon(() => composer().inputValue()).toBe('');
  await soon(() => edited.count()).toBe(0);
});

test('In an internal note an @ offers colleagues by name, and the full name of the chosen one is inserted', async () => {
  await screen.at.attendant('José Almeida');
  await screen.at.attendant('Joana Reis');
  await page.reload();
  await composer().waitFor();
  await composer().focus();
  // A message to the customer has no mentions.
  await page.keyboard.type('@jo');
  await soon(() => page.getByRole('listbox', { name: 'Mencionar um colega' }).count()).toBe(0);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+Shift+E');
  const note = page.getByRole('textbox', { name: /^Nota interna/ });
  await note.waitFor();
  await soon(focused).toContain('Nota interna');
  await page.keyboard.type('Veja isto, @jo');
  const people = page.getByRole('listbox', { name: 'Mencionar um colega' });
  await soon(() => people.getByRole('option').allTextContents()).toEqual([
    expect.stringContaining('Joana Reis'),
    expect.stringContaining('José Almeida'),
  ]);
  await page.keyboard.press('ArrowDown');
  await soon(() => people.getByRole('option', { selected: true }).textContent()).toContain('José Almeida');
  await page.keyboard.press('Enter');
  await soon(() => note.inputValue()).toBe('Veja isto, @José Almeida ');
  await people.waitFor({ state: 'detached' });
  await page.keyboard.type('@');
  await people.waitFor();
  await page.keyboard.press('Escape');
  await people.waitFor({ state: 'detached' });
  await page.keyboard.press('Backspace');
  await page.keyboard.type('por favor');
  await page.keyboard.press('Enter');
  await bubbleOf(page, 'Veja isto, @José Almeida por favor').waitFor();
  await page.keyboard.press('ArrowUp');
  const edited = page.getByRole('textbox', { name: 'Editar mensagem' });
  await soon(() => edited.inputValue()).toBe('Veja isto, @José Almeida por favor');
  await page.keyboard.press('Escape');
  await edited.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await composer().waitFor();
});

test('Every key of the messages and of the field is in the list of shortcuts, and M focuses the messages', async () => {
  await soon(focused).toContain('Mensagem para');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Ajuda e atalhos' });
  const keysOf = (group: string) =>
    soon(() => sheet.getByRole('region', { name: group }).getByRole('definition').allTextContents());
  await keysOf('Nas mensagens').toEqual(['↑', '↵', 'F', 'X', 'R', '+']);
  await keysOf('Ao escrever').toEqual(['↑', 'CtrlShiftE', '@', 'CtrlB', 'CtrlI']);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.keyboard.press('m');
  await soon(focused).toBe('Mensagens');
  await page.keyboard.press('ArrowUp');
  await soon(focused).toContain('Veja isto');
});

test('Escape leads from the messages back to the composer, and the conversation stays open', async () => {
  await log().focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  await soon(focused).toContain('Mensagem para');
  expect(page.url()).toContain(maria.uuid);
});

/** `part`: what is new; the page around it was checked before. */
const faultsIn = async (name: string, part?: string): Promise<string[]> =>
  (await axeFaultsInBothThemes(page, { part })).map((fault) => `${name}, ${fault}`);

test('axe finds nothing on any kind of message, on its menu, its reactions, the search and the viewer', async () => {
  await maria.sends('image', 'carta.png', photo(), { body: 'A carta', externalId: 'carta' });
  await maria.sends('audio', 'voz.wav', sound(3));
  await maria.sends('sticker', 'figurinha.png', photo());
  await maria.says('Lugar', { data: { kind: 'location', latitude: -23.5, longitude: -46.6, name: 'Fórum' } });
  await maria.says('Cartão', { data: { kind: 'contacts', contacts: [{ name: 'Sônia', numbers: ['5511977776666'] }] } });
  await maria.says('Some', { externalId: 'some' });
  await maria.deletes('some');
  await maria.says('*a*\n- b\n1. c\n> d\n`e` https://www.gov.br');
  await maria.reacts('carta', '🙏');
  await page.reload();
  await bubbleOf(page, /Mensagem apagada/).waitFor();
  const found = await faultsIn('messages');
  await log().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('menu', { name: 'Opções da mensagem' }).waitFor();
  found.push(...(await faultsIn('menu', '[role=menu]')));
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  // The message has the focus again.
  await page.locator('[role=log] :focus').waitFor();
  await page.keyboard.press('+');
  await page.getByRole('toolbar', { name: 'Escolher uma reação' }).waitFor();
  found.push(...(await faultsIn('reactions', '[aria-label="Escolher uma reação"]')));
  await page.keyboard.press('Escape');
  await bubbleOf(page, /A carta/)
    .getByRole('button', { name: /em tela cheia/ })
    .click();
  await page.getByRole('dialog').waitFor();
  found.push(...(await faultsIn('viewer', '[role=dialog]')));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Buscar na conversa' }).click();
  await page.getByRole('searchbox', { name: 'Buscar nesta conversa' }).fill('terceira');
  await page.getByText('2 mensagens encontradas').waitFor();
  found.push(...(await faultsIn('search', '[aria-label^="Conversa com"]')));
  await page.getByRole('searchbox', { name: 'Buscar nesta conversa' }).press('Enter');
  await page.getByText('1 de 2').waitFor();
  found.push(...(await faultsIn('find in its place', '[aria-label^="Conversa com"]')));
  expect(found).toEqual([]);
  expect(screen.troubles).toEqual([]);
});
