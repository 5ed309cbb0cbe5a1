import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '@balcao/testing';
import { bubbleOf, openScreen, type Screen, type Talk } from '../conversation/screen.ts';
import { row } from '../list/screen.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let screen: Screen;
let ana: Person;
let talk: Talk;
let page: Page;

beforeAll(async () => {
  screen = await openScreen();
  ana = await screen.at.attendant('Ana Prado', [], 'admin');
  talk = await screen.talk(ana, 'Célia Prado');
  page = await screen.windowOf(ana, phone);
});
afterAll(() => screen?.close());

const path = () => new URL(page.url()).pathname;
const header = () => page.getByRole('region', { name: `Conversa com ${talk.name}` }).locator('header');
const open = async () => {
  await row(page, talk.name).click();
  await header().waitFor();
};
const choose = async (name: string) => {
  await header().getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name }).click();
};

test('Back on a phone closes the dialog, then the contact panel, and only then the conversation', async () => {
  await open();
  await choose('Transferir');
  const dialog = page.getByRole('dialog', { name: /^Transferir/ });
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  expect(path()).toBe(`/tickets/${talk.uuid}`);

  await choose('Mostrar contato');
  const contact = page.getByRole('dialog', { name: 'Contato' });
  await contact.getByText(talk.name).first().waitFor();
  await contact.getByRole('button', { name: 'Editar' }).first().click();
  const edit = page.getByRole('dialog', { name: 'Editar contato' });
  await edit.waitFor();
  await page.goBack();
  await edit.waitFor({ state: 'hidden' });
  expect(await contact.isVisible()).toBe(true);
  await page.goBack();
  await contact.waitFor({ state: 'hidden' });
  expect(await header().isVisible()).toBe(true);

  await page.goBack();
  await header().waitFor({ state: 'hidden' });
  expect(path()).toBe('/tickets');
  expect(screen.troubles).toEqual([]);
});

test('A long press on a message opens its menu, taps select more, and Back clears the selection', async () => {
  await talk.says('Primeira de duas');
  await talk.says('Segunda de duas');
  await open();
  const first = await bubbleOf(page, 'Primeira de duas').locator('[data-bubble]').boundingBox();
  const touch = await page.context().newCDPSession(page);
  const touchPoints = [{ x: (first?.x ?? 0) + 40, y: (first?.y ?? 0) + 14 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  const entry = page.getByRole('menu', { name: 'Opções da mensagem' }).getByRole('menuitem', { name: 'Selecionar' });
  await entry.waitFor();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await entry.tap();
  const bar = page.getByRole('toolbar', { name: 'Mensagens selecionadas' });
  await bar.getByText('1 selecionada').first().waitFor();
  await bubbleOf(page, 'Segunda de duas').getByRole('checkbox').tap();
  await bar.getByText('2 selecionadas').first().waitFor();
  await page.goBack();
  await bar.waitFor({ state: 'detached' });
  expect(await header().isVisible()).toBe(true);
  await page.goBack();
  await header().waitFor({ state: 'hidden' });
});

test('A dialog closed by its own button leaves Back one step to the list', async () => {
  await open();
  await choose('Transferir');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  // Its history entry is removed a moment later: a step within that moment would be lost, and nobody is so fast.
  await expect.poll(() => page.evaluate<number>('history.state?.overlays ?? 0')).toBe(0);
  await page.goBack();
  await header().waitFor({ state: 'hidden' });
  expect(path()).toBe('/tickets');
});

test('After accepting from the conversation Back leads to the list at once', async () => {
  const waiting = await screen.at.arrives(screen.at.number(), 'Alguém aí?', { name: 'Rita Espera' });
  await page.goto(`${screen.host.url}/tickets?status=pending`);
  await row(page, 'Rita Espera').click();
  const conversation = page.getByRole('region', { name: 'Conversa com Rita Espera' });
  await conversation.getByRole('button', { name: 'Aceitar' }).click();
  await conversation.getByRole('textbox', { name: /mensagem/i }).waitFor();
  expect(path()).toBe(`/tickets/${waiting.ticketUuid}`);
  await page.goBack();
  await expect.poll(path).toBe('/tickets');
  await conversation.waitFor({ state: 'hidden' });
});
