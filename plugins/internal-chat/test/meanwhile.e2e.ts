import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { axeFaultsInBothThemes, startTestHost, type TestHost } from '@balcao/testing';
import { takePicture } from '../../../scripts/test/pictures.ts';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { signIn, visit } from '../../../scripts/test/product/product.ts';
import type { ChatView } from '../contract.ts';
import { openLawOffice, type LawOffice } from './law-office.ts';
import { chatOf, makeChat, messagesOf, say } from './office.ts';
import { plugins } from './plugins.ts';

let host: TestHost;
let browser: Browser;
let office: LawOffice;
/** Marina's window. */
let page: Page;
/** Marina's own group. */
let own: ChatView;

const field = () => page.getByRole('textbox', { name: /^Mensagem para/ });
const log = () => page.getByRole('log');
const rowOf = (title: string) => page.locator('[data-chat]').filter({ hasText: title });
/** Unread messages of Marina in a chat, as the server counts them. */
const unread = async (chat: ChatView): Promise<number> => {
  const found = await office.company.scope('internal-chat').sql.one<{ count: number }>(sql`
    select count(*)::int as count from internal_chat.message m
      join internal_chat.member p on p.chat_id = m.chat_id and p.user_id = ${office.marina.id} and p.read_seq < m.seq
     where m.chat_id = ${chat.id} and m.sender_id <> ${office.marina.id} and m.system is null and m.deleted_at is null`);
  return found?.count ?? -1;
};

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), importLimitMs: 60_000, plugins });
  browser = await launchBrowser();
  office = await openLawOffice(host);
  const { marina, paulo, renata } = office;
  own = await makeChat(marina, [paulo, renata], { title: 'Audiências' });
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 390, height: 844 } });
  page = await context.newPage();
  await signIn(page, host.url, marina.email, marina.password, '/chats');
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

test('On a phone a message that arrives while the list is shown stays unread, a tapped notice shows its chat, and Back shows the list', async () => {
  const { group, renata } = office;
  await rowOf('Previdenciário').click();
  await log().getByText('Saiu o CNIS').first().waitFor();
  await expect.poll(() => unread(group)).toBe(0);
  await page.getByRole('tab', { name: /^Chats/ }).click();
  await rowOf('Previdenciário').waitFor();
  await say(renata, group.id, 'Alguém viu a pauta?');
  await rowOf('Previdenciário').getByText('Alguém viu a pauta?').waitFor();
  // An open chat is marked as read every second.
  await page.waitForTimeout(2_500);
  expect(await unread(group)).toBe(1);
  await takePicture(page, 'phone-list-unread-390-light');

  await say(renata, group.id, 'É hoje às 14h');
  await page
    .getByRole('button', { name: /É hoje às 14h/ })
    .last()
    .click();
  await log().getByText('É hoje às 14h').waitFor();
  await expect.poll(() => unread(group)).toBe(0);
  await takePicture(page, 'phone-from-notice-390-light');
  await page.goBack();
  await rowOf('Previdenciário').waitFor();
  expect(await log().isVisible()).toBe(false);
  expect(await page.getByText('Escolha uma conversa').isVisible()).toBe(false);
  await page.getByRole('tab', { name: 'Mensagens' }).click();
  await log().getByText('É hoje às 14h').waitFor();
});

test('A picture pasted just before Enter is sent with its text', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, `/chats/${office.direct.uuid}`);
  await page.getByRole('textbox', { name: /^Mensagem para Paulo/ }).waitFor();
  await field().fill('Veja a petição');
  await field().evaluate(async (element) => {
    const canvas = document.createElement('canvas');
    canvas.width = 2_500;
    canvas.height = 2_500;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('the browser does not draw');
    for (let at = 0; at < 2_500; at += 1) {
      context.fillStyle = `hsl(${at}, 80%, 50%)`;
      context.fillRect(at, 0, 1, 2_500);
    }
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    const data = new DataTransfer();
    data.items.add(new File(blob ? [blob] : [], 'petição.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    await new Promise((resolve) => setTimeout(resolve));
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
  await expect
    .poll(async () => (await messagesOf(office.paulo, office.direct.id)).at(-1))
    .toMatchObject({ message: 'Veja a petição', mediaType: 'image' });
});

test('A message that could not be sent is there after a reload with its reason, and is sent from there', async () => {
  const { paulo, direct } = office;
  await visit(page, `/chats/${direct.uuid}`);
  await log().getByText('Marina, saiu a decisão').waitFor();
  const messages = `**/api/chats/${direct.id}/messages`;
  await page.route(messages, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await field().fill('Ligo para ela às 16h');
  await field().press('Enter');
  await log().getByRole('button', { name: 'Tentar de novo' }).waitFor();
  await page.reload();
  await log().getByText('Ligo para ela às 16h').waitFor();
  await log().getByText('Não foi enviada antes de a página fechar.').waitFor();
  await takePicture(page, 'unsent-1440-light');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await page.unroute(messages);
  await log().getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.poll(async () => (await messagesOf(paulo, direct.id)).at(-1)?.message).toBe('Ligo para ela às 16h');
  await page.reload();
  await log().getByText('Ligo para ela às 16h').waitFor();
  expect(await log().getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0);
});

test('A person who left while the dialog was open is not put back when somebody else is added', async () => {
  const { paulo, renata } = office;
  await visit(page, `/chats/${own.uuid}`);
  await page.getByRole('textbox', { name: /^Mensagem para Audiências/ }).waitFor();
  await page.getByRole('button', { name: 'Opções da conversa' }).first().click();
  await page.getByRole('menuitem', { name: /^Editar/ }).click();
  await page.getByRole('checkbox', { name: /^Tiago/ }).check();
  expect((await renata.post(`/chats/${own.id}/leave`)).status).toBe(200);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const names = (await chatOf(paulo, own.id)).users.map(({ user }) => user.name).toSorted();
  expect(names).toEqual(['Marina Alves', 'Paulo Menezes', 'Tiago Nunes da Silveira Albuquerque']);
});
