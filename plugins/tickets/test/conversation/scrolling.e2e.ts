import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { Person } from '@balcao/testing';
import { patienceMs } from '../../../../scripts/test/patience.ts';
import { paperOf, pasteFiles, pictureOf } from '../composer/files.ts';
import { bubbleOf, open, openScreen, past, threadOf, type Screen, type Talk } from './screen.ts';

let screen: Screen;
let page: Page;
let marina: Person;
/** Calls the API: one person has one session. */
let renata: Person;
let josefa: Talk;
let queueId: number;

beforeAll(async () => {
  screen = await openScreen();
  queueId = await screen.at.queue('Recepção');
  marina = await screen.at.attendant('Marina Azevedo', [queueId], 'gestor');
  renata = await screen.at.attendant('Renata Lima', [queueId], 'gestor');
  josefa = await screen.talk(marina, 'Josefa Conceição dos Prazeres Neta');
  await past(screen, josefa, 3000);
  page = await screen.windowOf(marina);
});
afterAll(() => screen?.close());

const log = () => page.getByRole('log');
const composer = () => page.getByRole('textbox', { name: /^Mensagem para/ });
const soon = <T>(read: () => T | Promise<T>) => expect.poll(read);
const pill = () => page.getByRole('button', { name: /Ir para a mensagem mais recente|ir para o fim/ });
const isAtEnd = () => log().evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop < 100);
/** Returns the distance of a message from the middle of the visible part. */
const fromMiddle = (text: RegExp) =>
  bubbleOf(page, text).evaluate((row) => {
    const box = row.closest('[role="log"]')?.getBoundingClientRect() ?? new DOMRect();
    const own = row.getBoundingClientRect();
    return Math.abs(own.top + own.height / 2 - box.top - box.height / 2);
  });
/** Returns the number of the topmost rendered message. */
const highest = async (): Promise<number> => {
  const label = await log().locator('[data-row]').first().getAttribute('aria-label');
  return Number(/Mensagem (\d+)/.exec(label ?? '')?.[1] ?? Number.NaN);
};
/** Scrolls up or down until a condition holds. */
const scrollUntil = async (by: number, isThere: () => Promise<boolean>): Promise<void> => {
  await log().hover();
  for (const until = Date.now() + patienceMs; Date.now() < until && !(await isThere());) {
    await page.mouse.wheel(0, by);
    await page.waitForTimeout(30);
  }
};

test('The header shows the contact’s name cut at 25 characters, connection, attendant and status', async () => {
  await open(page, josefa);
  const header = threadOf(page, josefa).locator('header');
  await header.getByRole('heading', { name: 'Josefa Conceição dos Praz…', exact: true }).waitFor();
  await header.getByText('Principal').waitFor();
  await header.getByText('com você').waitFor();
  await header.getByText('Aberto').waitFor();
});

test('The unread mark stays until the attendant answers', async () => {
  const ana = await screen.talk(renata, 'Ana Prado', 'Oi');
  await renata.put(`/tickets/${ana.id}`, { status: 'open', userId: marina.id, queueId });
  await ana.says('Está aí?');
  await ana.says('Alô?');
  await open(page, ana);
  const mark = page.getByText('3 mensagens não lidas');
  await mark.waitFor();
  await ana.says('Ainda não?');
  await bubbleOf(page, 'Ainda não?').waitFor();
  await mark.waitFor();
  await composer().fill('Estou aqui');
  await composer().press('Enter');
  await bubbleOf(page, 'Estou aqui').waitFor();
  await mark.waitFor({ state: 'detached' });
});

test('Days are separated by a line with their name', async () => {
  await open(page, josefa);
  await page.getByText(/^Hoje, /).waitFor();
});

test('Older messages are loaded within 600 px of the top, and the visible ones stay in place', async () => {
  const first = bubbleOf(page, /, Mensagem 2970[, ]/);
  await log().evaluate((box) => box.scrollTo({ top: 550 }));
  await first.waitFor();
  const place = () => first.evaluate((row) => row.getBoundingClientRect().top);
  const before = await place();
  await soon(() => log().evaluate((box) => box.scrollTop)).toBeGreaterThan(1000);
  expect(Math.abs((await place()) - before)).toBeLessThan(4);
});

test('Distant messages are dropped while one reads on: the conversation in memory stays small', async () => {
  await scrollUntil(-2500, async () => (await highest()) < 2300);
  expect(await highest()).toBeLessThan(2300);
  await expect.poll(() => log().evaluate((box) => box.scrollHeight)).toBeLessThan(40_000);
  await scrollUntil(4000, () => bubbleOf(page, 'Bom dia').isVisible());
  await bubbleOf(page, 'Bom dia').waitFor();
});

test('A search result is shown in its place, highlighted, and the conversation loads both ways from there', async () => {
  await page.getByRole('button', { name: 'Buscar na conversa' }).click();
  const field = page.getByRole('searchbox', { name: 'Buscar nesta conversa' });
  await field.fill('mensagem 1234');
  const find = page.getByRole('button', { name: /Ver na conversa: Mensagem 1234/ });
  await find.click();
  const row = bubbleOf(page, /, Mensagem 1234[, ]/);
  await row.waitFor();
  await soon(() => fromMiddle(/, Mensagem 1234[, ]/)).toBeLessThan(60);
  await soon(() => row.locator('mark').textContent()).toBe('Mensagem 1234');
  await page.getByText('1 de 1').waitFor();
  await scrollUntil(-2500, async () => (await highest()) < 1100);
  expect(await highest()).toBeLessThan(1100);
  await scrollUntil(2500, async () => (await highest()) > 1350);
  expect(await highest()).toBeGreaterThan(1350);
  await page.getByRole('button', { name: 'Fechar a busca' }).click();
});

test('Enter goes from result to result, accents and case ignored', async () => {
  await page.getByRole('button', { name: 'Buscar na conversa' }).click();
  await page.getByRole('searchbox', { name: 'Buscar nesta conversa' }).fill('MENSÁGEM 20');
  await page.getByText(/mensagens encontradas/).waitFor();
  await page.getByRole('searchbox', { name: 'Buscar nesta conversa' }).press('Enter');
  await page.getByText(/^1 de \d+/).waitFor();
  await page.getByRole('searchbox', { name: 'Buscar nesta conversa' }).press('Enter');
  await page.getByText(/^2 de \d+/).waitFor();
  await bubbleOf(page, /, Mensagem 2098[, ]/).waitFor();
  await page.getByRole('button', { name: 'Fechar a busca' }).click();
});

test('A message that arrives while one reads older ones does not scroll: the pill counts it and leads to it', async () => {
  await pill().waitFor();
  await josefa.says('Acabei de chegar');
  await page.getByRole('button', { name: '1 mensagem nova, ir para o fim' }).waitFor();
  await expect.poll(() => bubbleOf(page, 'Acabei de chegar').count()).toBe(0);
  await pill().click();
  await bubbleOf(page, 'Acabei de chegar').waitFor();
  await soon(isAtEnd).toBe(true);
  await pill().waitFor({ state: 'detached' });
});

test('One’s own message is scrolled to, wherever one reads', async () => {
  await page.goto(`${screen.host.url}/tickets/${josefa.uuid}?message=${await idOf('Mensagem 400')}`);
  await soon(() => fromMiddle(/, Mensagem 400[, ]/)).toBeLessThan(60);
  await expect.poll(() => page.url()).not.toContain('message=');
  await composer().fill('Respondo já');
  await composer().press('Enter');
  await bubbleOf(page, 'Respondo já').waitFor();
  await soon(isAtEnd).toBe(true);
});

const idOf = async (text: string): Promise<number> =>
  (
    await screen.at.company
      .scope('tickets')
      .sql.one<{ id: number }>(
        sql`select id::int from tickets.message where ticket_id = ${josefa.id} and (body = ${text} or body like ${`${text} %`})`,
      )
  )?.id ?? 0;

test('A reply leads to the message it answers, also when that is not loaded', async () => {
  await josefa.says('Sobre aquilo', { quotedExternalId: `past-${josefa.id}-77` });
  await bubbleOf(page, 'Sobre aquilo')
    .getByRole('button', { name: /Mensagem 77/ })
    .click();
  await soon(() => fromMiddle(/, Mensagem 77[, ]/)).toBeLessThan(60);
});

test('Media-only mode finds files and nothing else', async () => {
  await josefa.sends('document', 'contrato.pdf', new TextEncoder().encode('%PDF-1.4 x'));
  await page.getByRole('button', { name: 'Buscar na conversa' }).click();
  await page.getByRole('button', { name: 'Opções da busca' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Somente mídias' }).click();
  await page.getByText('1 mensagem encontrada').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Fechar a busca' }).click();
});

test('The receipts show the clock, sent, delivered, and read in blue', async () => {
  const { body } = await marinaSays('Com tiques');
  await page
    .getByRole('button', { name: /Ir para a mensagem|ir para o fim/ })
    .click()
    .catch(() => undefined);
  const row = bubbleOf(page, 'Com tiques');
  await row.getByRole('img', { name: 'Enviada' }).waitFor();
  const { sql: run } = screen.at.company.scope('tickets');
  const external = await run.one<{ id: string }>(
    sql`select external_id as id from tickets.message where id = ${body.id}`,
  );
  for (const [ack, name] of [
    [2, 'Entregue'],
    [3, 'Lida'],
  ] as const) {
    await josefa.acks(external?.id ?? '', ack);
    await row.getByRole('img', { name }).waitFor();
  }
  const colour = await row.getByRole('img', { name: 'Lida' }).evaluate((mark) => getComputedStyle(mark).color);
  expect(colour).toBe('rgb(11, 120, 184)');
});

const marinaSays = (text: string) => renata.post<{ id: number }>(`/messages/${josefa.id}`, { body: text });

test('Five files sent at once are all visible, and pictures that load leave the newest in view', async () => {
  await composer().focus();
  await pasteFiles(page, [
    await pictureOf(page, 'um.png', 300, 200),
    await pictureOf(page, 'dois.png', 200, 500),
    await pictureOf(page, 'tres.png', 300, 100),
    await pictureOf(page, 'quatro.png', 200, 400),
    paperOf('procuração.pdf'),
  ]);
  await page
    .getByRole('listitem', { name: /procuração/ })
    .or(page.getByText('procuração.pdf'))
    .first()
    .waitFor();
  await log().evaluate((box) => {
    const alone = new Set<string>();
    Object.assign(window, { alone });
    const look = (): void => {
      for (const { alt } of box.querySelectorAll('img')) if (/^(um|dois|tres|quatro)\b/.test(alt)) alone.add(alt);
    };
    new MutationObserver(look).observe(box, { childList: true, subtree: true, attributes: true });
  });
  await composer().press('Enter');
  await log().getByText('procuração.pdf').waitFor();
  // Sent together, the pictures form an album from the start: none is single first.
  const album = log().getByRole('group', { name: 'Álbum com 4 fotos' });
  await soon(() => album.getByRole('button', { name: /em tela cheia/ }).count()).toBe(4);
  await bubbleOf(page, /Documento/)
    .getByRole('img', { name: 'Enviada' })
    .waitFor();
  const alone = await page.evaluate(() => [...(window as unknown as { alone: Set<string> }).alone]);
  expect(alone).toEqual([]);
  const isWholeAtEnd = () => log().evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop < 2);
  await soon(isWholeAtEnd).toBe(true);
  // Something in the middle grows, as a late picture does.
  const grow = () =>
    log().evaluate((box) => {
      const rows = [...box.querySelectorAll<HTMLElement>('[data-row]')];
      const row = rows.at(-2);
      if (row) row.style.paddingBottom = `${(Number.parseFloat(row.style.paddingBottom) || 0) + 300}px`;
    });
  await grow();
  await soon(isWholeAtEnd).toBe(true);
  // A reader further up stays there.
  await log().hover();
  await page.mouse.wheel(0, -400);
  await pill().waitFor();
  await page.waitForFunction(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))),
  );
  const top = () => log().evaluate((box) => box.scrollTop);
  await grow();
  await soon(async () => log().evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop)).toBeGreaterThan(
    300,
  );
  const before = await top();
  await josefa.says('Chegou enquanto se lia');
  await page.getByRole('button', { name: /1 mensagem nova/ }).waitFor();
  expect(Math.abs((await top()) - before)).toBeLessThan(4);
  await pill().click();
  await soon(isWholeAtEnd).toBe(true);
  expect(screen.troubles).toEqual([]);
});
