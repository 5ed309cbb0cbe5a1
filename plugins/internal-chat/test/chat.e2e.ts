import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { axeFaultsInBothThemes, startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { takePicture } from '../../../scripts/test/pictures.ts';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { signIn, visit } from '../../../scripts/test/product/product.ts';
import type { ChatView } from '../contract.ts';
import { openLawOffice } from './law-office.ts';
import { makeChat, messagesOf, say } from './office.ts';
import { plugins } from './plugins.ts';

let host: TestHost;
let browser: Browser;
let company: TestCompany;
/** Uses the screen. */
let page: Page;
let marina: Person;
/** Use the API: a person has one session at a time. */
let paulo: Person;
let renata: Person;
let group: ChatView;
let channel: ChatView;
let direct: ChatView;
let ticketUuid: string;
const troubles: string[] = [];

const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
const field = () => page.getByRole('textbox', { name: /^Mensagem para/ });
const log = () => page.getByRole('log');
const rowOf = (title: string) => page.locator('[data-chat]').filter({ hasText: title });

const windowOf = async ({ email, password }: Person): Promise<Page> => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  const opened = await context.newPage();
  opened.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
  opened.on('console', (message) => {
    if (message.type() === 'error' && !/status of 40[0-9]|ERR_FAILED/.test(message.text()))
      troubles.push(message.text());
  });
  await signIn(opened, host.url, email, password);
  return opened;
};

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), importLimitMs: 60_000, plugins });
  browser = await launchBrowser();
  ({ company, paulo, marina, renata, group, channel, direct, ticketUuid } = await openLawOffice(host));
  page = await windowOf(marina);
});
afterAll(async () => {
  await browser.close();
  await host.close();
});

test('The first screen asks nothing for the chat; its button counts unread chats and opens the widget, and Esc gives the focus back', async () => {
  const open = button(/^Chat interno, 3 com mensagens não lidas/);
  await open.waitFor();
  await open.click();
  const widget = page.getByRole('region', { name: 'Chat Interno' });
  await widget.getByRole('button', { name: /Paulo Menezes/ }).click();
  await widget.getByText('Maria Aparecida dos Santos Oliveira').waitFor();
  const box = await widget.boundingBox();
  expect([box?.width, box?.height]).toEqual([380, 520]);
  await field().fill('Já falei, ela assina *hoje*');
  await field().press('Enter');
  await log().getByText('Já falei, ela assina').waitFor();
  await page.mouse.move(10, 10);
  await takePicture(page, 'widget-1440-light');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await field().press('Escape');
  await widget.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('internal-chat-button');
  await button(/^Chat interno, 2 com/).waitFor();
});

test('On the page a person reads, mentions by keyboard, quotes, edits with the arrow and undoes a deletion', async () => {
  await visit(page, '/chats');
  await rowOf('Previdenciário').click();
  await log().getByText('Saiu o CNIS').first().waitFor();
  await log().getByText('Você não tem acesso a este atendimento').waitFor();
  await field().fill('Combinado, @Ren');
  await page.getByRole('option', { name: /Renata Lima/ }).waitFor();
  await takePicture(page, 'mention-1440-light');
  await field().press('Enter');
  await field().pressSequentially('protocola?');
  await field().press('Enter');
  await log().getByText('@Renata Lima', { exact: true }).last().waitFor();
  const stored = async () => {
    const { mentionedIn, lastMessage } = (await renata.get<ChatView>(`/chats/${group.id}`)).body;
    return [mentionedIn, lastMessage];
  };
  await expect.poll(stored).toEqual([1, `Combinado, @[${renata.id}] protocola?`]);
  // The page learns a moment later than the server that its message is stored, and can be edited.
  const editLast = async () => {
    await field().press('ArrowUp');
    return field().inputValue();
  };
  await expect.poll(editLast).toBe('Combinado, @Renata Lima protocola?');
  await field().fill('Combinado, @Renata Lima protocola hoje?');
  await field().press('Enter');
  await log().getByText('protocola hoje?').waitFor();
  await log().getByText('protocola hoje?').hover();
  await log().getByRole('button', { name: 'Opções da mensagem de Marina Alves' }).last().click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await log().getByText('protocola hoje?').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await log().getByText('protocola hoje?').waitFor();
});

test('By keyboard alone a person walks through messages, opens what can be done with one, quotes it, and finds the text again after a reload', async () => {
  await page.goto(`${host.url}/chats/${group.uuid}`);
  await log().getByText('protocola hoje?').waitFor();
  await log().focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(focused).toMatch(/^Paulo Menezes: /);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Visto por' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'Visto por' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await expect.poll(focused).toMatch(/^Paulo Menezes: /);
  await page.keyboard.press('r');
  await button('Cancelar resposta').waitFor();
  await field().pressSequentially('Vou ver');
  await page.reload();
  await expect.poll(() => field().inputValue()).toBe('Vou ver');
  await field().fill('');
});

test('Messages, typing and counts of others arrive live, also in chats that are not open', async () => {
  await say(renata, group.id, 'Protocolado!');
  await log().getByText('Protocolado!').waitFor();
  const readBy = async () => {
    const { users, seq } = (await renata.get<ChatView>(`/chats/${group.id}`)).body;
    return users.find(({ userId }) => userId === marina.id)?.readSeq === seq;
  };
  await expect.poll(readBy).toBe(true);
  await say(paulo, channel.id, '*Recesso forense de 20/12 a 20/01*\nQuem vai estar fora avise até dia 30.');
  await rowOf('Avisos do escritório').getByText('2', { exact: true }).waitFor();
});

/** Returns true if a text is within the visible part of the messages. */
const isInView = async (text: string): Promise<boolean> => {
  const found = log().getByText(text, { exact: true });
  if ((await found.count()) === 0) return false;
  const [box, frame] = [await found.first().boundingBox(), await log().boundingBox()];
  return box !== null && frame !== null && box.y >= frame.y && box.y + box.height <= frame.y + frame.height;
};

test('Search in one chat finds its messages alone, jumps to one far back by keyboard, and a button leads to the newest', async () => {
  const archive = await makeChat(paulo, [marina], { title: 'Acervo' });
  await company.scope('internal-chat').sql.run(sql`
    with old as (
      insert into internal_chat.message (chat_id, seq, sender_id, sender_name, body)
      select ${archive.id}, 1 + n, ${paulo.id}, 'Paulo Menezes',
             case when n in (30, 140) then 'Certidão ' || n else 'Anotação ' || n end from generate_series(1, 200) n)
    update internal_chat.chat set seq = 201 where id = ${archive.id}`);
  await say(paulo, group.id, 'Certidão de outra conversa');
  await page.goto(`${host.url}/chats/${archive.uuid}`);
  await expect.poll(() => isInView('Anotação 200')).toBe(true);
  const list = page.getByRole('searchbox', { name: 'Buscar conversa ou mensagem' });
  await list.fill('certidao 140');
  await page.getByRole('heading', { name: 'Mensagens encontradas' }).waitFor();
  expect(await page.getByText('Nada encontrado').count()).toBe(0);
  await list.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => isInView('Certidão 140')).toBe(true);
  await list.fill('');
  await page.getByRole('button', { name: 'Ir para a mensagem mais recente' }).click();
  await expect.poll(() => isInView('Anotação 200')).toBe(true);
  await page.keyboard.press('Control+Shift+f');
  const search = page.getByRole('searchbox', { name: 'Buscar nesta conversa' });
  await search.fill('certidao');
  const results = page.getByRole('list', { name: 'Resultados da busca' });
  await results.getByText('Certidão 30').waitFor();
  expect((await results.getByRole('button').allInnerTexts()).map((text) => text.split('\n').at(-1))).toEqual([
    'Certidão 140',
    'Certidão 30',
  ]);
  await takePicture(page, 'search-1440-light');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => isInView('Certidão 30')).toBe(true);
  expect(await log().getByText('Anotação 200', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Voltar à lista de resultados' }).getByText('2 de 2').waitFor();
  await takePicture(page, 'search-found-1440-light');

  // Down from there the following messages are loaded, up to the newest.
  await log().evaluate((box) => (box.scrollTop = 0));
  await log().getByText('Anotação 80', { exact: true }).waitFor({ state: 'attached' });
  await page.keyboard.press('Shift+Enter');
  await expect.poll(() => isInView('Certidão 140')).toBe(true);
  await page.getByRole('button', { name: 'Ir para a mensagem mais recente' }).click();
  await expect.poll(() => isInView('Anotação 200')).toBe(true);
  await search.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('chat-search');
  await page.goto(`${host.url}/chats/${archive.uuid}?mensagem=31`);
  await expect.poll(() => isInView('Certidão 30')).toBe(true);
});

test('A voice message is recorded, sent by keyboard and played; Esc discards one', async () => {
  await visit(page, `/chats/${direct.uuid}`);
  await page.getByRole('textbox', { name: /^Mensagem para Paulo/ }).waitFor();
  await button('Gravar áudio').click();
  await page
    .getByRole('timer')
    .getByText(/0:0[1-9]/)
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('timer').waitFor({ state: 'detached' });
  await expect.poll(() => field().evaluate((element) => element === document.activeElement)).toBe(true);
  await button('Gravar áudio').click();
  await page
    .getByRole('timer')
    .getByText(/0:0[2-9]/)
    .waitFor();
  await page.keyboard.press('Enter');
  const play = log().getByRole('button', { name: 'Ouvir' }).last();
  await play.click();
  await log().getByRole('button', { name: 'Pausar' }).last().waitFor();
  const sent = (await messagesOf(paulo, direct.id)).at(-1);
  expect(sent).toMatchObject({ mediaType: 'audio', senderId: marina.id });
  await expect
    .poll(() =>
      log()
        .getByText(/^0:0\d \/ 0:0[1-9]$/)
        .count(),
    )
    .toBe(1);
});

test('The widget stays beside the composer of a ticket, moves to the other side, and is the same after a page change', async () => {
  for (const [width, height] of [
    [1440, 900],
    [1050, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${host.url}/tickets/${ticketUuid}`);
    const composer = page.getByRole('group', { name: 'Responder' });
    const before = await composer.boundingBox();
    await button(/^Chat interno/).click();
    const widget = page.getByRole('region', { name: 'Chat Interno' });
    await widget.getByRole('button', { name: /Paulo Menezes/ }).click();
    await field().fill('Sobre a dona Maria');
    const apart = async () => {
      const [box, free] = [await widget.boundingBox(), await composer.boundingBox()];
      return box && free && [free.width === before?.width, box.y + box.height <= free.y];
    };
    await expect.poll(apart).toEqual([true, true]);
    await takePicture(page, `widget-ticket-${width}-light`);
    await widget.getByRole('button', { name: 'Mover para a esquerda' }).click();
    await expect.poll(async () => (await widget.boundingBox())?.x).toBe(80);
    const head = await widget.getByRole('heading').first().boundingBox();
    await page.mouse.move((head?.x ?? 0) + 5, (head?.y ?? 0) + 5);
    await page.mouse.down();
    await page.mouse.move((head?.x ?? 0) + 45, (head?.y ?? 0) - 1_000);
    await page.mouse.up();
    await expect.poll(async () => (await widget.boundingBox())?.y).toBe(8);
    await page.getByRole('link', { name: 'Contatos' }).first().click();
    await page.waitForURL('**/contacts');
    expect(await field().inputValue()).toBe('Sobre a dona Maria');
    const { x, y } = (await widget.boundingBox()) ?? {};
    expect([x, y]).toEqual([120, 8]);
    await widget.getByRole('button', { name: 'Mover para a direita' }).click();
    await field().press('Escape');
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('The badge is right after a page load and after being offline, and the title of the tab leaves the count to tickets', async () => {
  await page.goto(`${host.url}/contacts`);
  const unread = async () =>
    (
      await company.scope('internal-chat').sql.one<{ chats: number }>(sql`
        select count(distinct m.chat_id)::int as chats from internal_chat.message m
          join internal_chat.member p on p.chat_id = m.chat_id and p.user_id = ${marina.id} and p.read_seq < m.seq
         where m.sender_id <> ${marina.id} and m.system is null and m.deleted_at is null`)
    )?.chats ?? 0;
  const chats = await unread();
  await button(new RegExp(`^Chat interno, ${chats} com`)).waitFor();
  await page.context().setOffline(true);
  await page.getByText('Você está sem internet.').waitFor();
  await say(paulo, direct.id, 'Viu?');
  expect(await unread()).toBe(chats + 1);
  await page.context().setOffline(false);
  await button(new RegExp(`^Chat interno, ${chats + 1} com`)).waitFor();
  expect(await page.title()).toBe('Contatos · Prado & Menezes Advocacia · Balcão');
});

test('A channel shows posts and the specified sentence in place of the composer', async () => {
  await visit(page, '/chats');
  await rowOf('Avisos do escritório').click();
  await page.getByText('Este é um canal. Somente o dono do canal pode enviar mensagens.').waitFor();
  expect(await field().count()).toBe(0);
  await page.getByText('Recesso forense de 20/12 a 20/01').last().waitFor();
  await takePicture(page, 'channel-1440-light');
});

test('Page, dialog and panel are accessible in both themes and at three widths', async () => {
  for (const [width, height] of [
    [1440, 900],
    [1050, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    if (width === 390) await page.goto(`${host.url}/chats/${group.uuid}`);
    else await visit(page, `/chats/${group.uuid}`);
    await log().getByText('Protocolado!').waitFor();
    await takePicture(page, `page-${width}-light`);
    expect(await axeFaultsInBothThemes(page)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
  await page.getByRole('tab', { name: /^Chats/ }).click();
  await rowOf('Previdenciário').waitFor();
  await takePicture(page, 'list-390-light');
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, `/chats/${group.uuid}`);
  await log().getByText('Protocolado!').waitFor();
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'Nova conversa' }).waitFor();
  await page.getByRole('radio', { name: 'Renata Lima' }).check();
  await takePicture(page, 'dialog-direct-1440-light');
  expect(await axeFaultsInBothThemes(page, { part: '[role="dialog"]' })).toEqual([]);
  await page.getByRole('radio', { name: 'Paulo Menezes' }).check();
  await page.getByRole('tab', { name: 'Em grupo' }).click();
  await page.getByRole('checkbox', { name: 'Renata Lima' }).check();
  await button('Criar').click();
  await page.getByText('Por favor, preencha o título da conversa.').waitFor();
  await takePicture(page, 'dialog-1440-light');
  expect(await axeFaultsInBothThemes(page, { part: '[role="dialog"]' })).toEqual([]);
  await page.getByLabel('Título').fill('Mutirão INSS');
  await button('Criar').click();
  await page.getByRole('heading', { name: 'Mutirão INSS' }).first().waitFor();
});

test('No page threw an error', () => {
  expect(troubles).toEqual([]);
});
