import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '@balcao/testing';
import { notifications } from '@balcao/notifications/contract';
import { listNotices } from '../../contract.ts';
import { openScreen, type Screen, type Talk } from '../conversation/screen.ts';
import { row } from '../list/screen.ts';
import { visit } from '../visit.ts';

let screen: Screen;
let ana: Person;
let celia: Talk;
let otavio: Talk;
let page: Page;

beforeAll(async () => {
  screen = await openScreen(['notifications']);
  ana = await screen.at.attendant('Ana Prado', [], 'admin');
  celia = await screen.talk(ana, 'Célia Regina Prado');
  otavio = await screen.talk(ana, 'Otávio Lima');
  page = await screen.windowOf(ana);
});
afterAll(() => screen?.close());
beforeEach(async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, `/tickets/${celia.uuid}`);
  await conversation().getByRole('button', { name: 'Resolver' }).waitFor();
});

const conversation = () => page.getByRole('region', { name: `Conversa com ${celia.name}` });
const cards = () => page.getByRole('status', { name: 'Avisos' });
const isOpen = async () =>
  (await screen.at.company.admin.get<{ status: string }>(`/tickets/${celia.id}`)).body.status === 'open';

test.each([600, 640, 768, 850])(
  'At %i pixels the conversation fills the screen, and leads back to the list',
  async (width) => {
    await page.setViewportSize({ width, height: 1024 });
    await page.getByRole('button', { name: 'Voltar à lista' }).waitFor();
    expect(await row(page, celia.name).count()).toBe(0);
    const name = conversation().getByRole('heading', { name: celia.name });
    const fits = await name.evaluate((heading) => heading.scrollWidth <= heading.clientWidth);
    expect(fits).toBe(true);
    const resolve = await conversation().getByRole('button', { name: 'Resolver' }).boundingBox();
    expect((resolve?.x ?? width) + (resolve?.width ?? width)).toBeLessThanOrEqual(width);
    await page.getByRole('button', { name: 'Voltar à lista' }).click();
    await row(page, celia.name).waitFor();
    await row(page, celia.name).click();
    await page.getByRole('button', { name: 'Voltar à lista' }).waitFor();
  },
);

test('From 860 pixels on the list is beside a conversation of at least 480', async () => {
  await page.setViewportSize({ width: 860, height: 1024 });
  await row(page, celia.name).waitFor();
  expect((await conversation().boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(480);
});

test('Notices that the list shows itself cover nothing; elsewhere the notice is at the bottom left', async () => {
  const tell = (id: string, title: string, list?: string) =>
    screen.at.company
      .scope('notifications')
      .use(notifications)
      .notify([ana.id], {
        id,
        kind: 'tickets.mine',
        title,
        body: 'Nova mensagem',
        path: `/tickets/${otavio.uuid}`,
        tag: id,
        ...(list && { list }),
      });
  // Published again until somebody receives it: the page may not have joined its room yet.
  let time = 0;
  const outside = cards().getByRole('button', { name: /Fora da lista/ });
  const notifyBoth = async (): Promise<number> => {
    time += 1;
    await tell(`one-${time}`, 'Na lista', listNotices);
    await tell(`two-${time}`, 'Fora da lista');
    return outside.count();
  };
  await expect.poll(notifyBoth).toBeGreaterThan(0);
  expect(await cards().getByText('Na lista').count()).toBe(0);
  await page.getByRole('link', { name: 'Contatos' }).first().click();
  await page.waitForURL('**/contacts*');
  await tell('three', 'Longe da lista', listNotices);
  const card = cards().getByRole('button', { name: /Longe da lista/ });
  await card.waitFor();
  const box = await card.boundingBox();
  expect(box?.x).toBeLessThan(60);
  expect(box?.y).toBeGreaterThan(600);
});

test('R after a press beside the bubbles answers nothing and resolves nothing; E resolves', async () => {
  const log = page.getByRole('log');
  await log.getByText('Bom dia').waitFor();
  const bubble = await log.locator('[data-bubble]').first().boundingBox();
  await page.mouse.click((bubble?.x ?? 0) + (bubble?.width ?? 0) + 200, (bubble?.y ?? 0) + 8);
  await page.keyboard.press('r');
  await expect.poll(() => page.getByRole('group', { name: 'Respondendo' }).count()).toBe(0);
  expect(await isOpen()).toBe(true);
  await page.keyboard.press('e');
  await page.getByText(`Atendimento de ${celia.name} resolvido`).waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await conversation().getByRole('button', { name: 'Resolver' }).waitFor();
  await expect.poll(isOpen).toBe(true);
});

/** Counts the calls of the API, by path, from now on. */
const countCalls = (window: Page): Map<string, number> => {
  const calls = new Map<string, number>();
  window.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const name = `${pathname}${pathname === '/api/tickets' ? search : ''}`;
    if (pathname.startsWith('/api/')) calls.set(name, (calls.get(name) ?? 0) + 1);
  });
  return calls;
};
/** Records the frames of the window's socket; `hold` keeps outgoing ones back until they are released. */
const watchSocket = async (window: Page) => {
  const state = {
    said: [] as string[],
    heard: [] as string[],
    hold: (_said: string) => false,
    letGo: () => undefined as void,
  };
  await window.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    const held: (string | Buffer)[] = [];
    state.letGo = () => held.splice(0).forEach((message) => server.send(message));
    socket.onMessage((message) => {
      state.said.push(String(message));
      if (held.length > 0 || state.hold(String(message))) held.push(message);
      else server.send(message);
    });
    server.onMessage((message) => {
      state.heard.push(String(message));
      socket.send(message);
    });
  });
  return state;
};
const joinOf = (said: readonly string[], uuid: string) =>
  said.find((each) => each.includes('"tickets.ticket"') && each.includes('"join"') && each.includes(uuid));
/** The acknowledgement carries the number of the request. */
const answerTo = (heard: readonly string[], question: string | undefined) =>
  heard.find((each) => each.startsWith(`43${/^42(\d+)/.exec(question ?? '')?.[1] ?? ' '}[`));

test('Opening a conversation requests it and its messages once', async () => {
  const socket = await watchSocket(page);
  await page.goto(`${screen.host.url}/tickets`);
  await row(page, otavio.name).waitFor();
  const calls = countCalls(page);

  await row(page, otavio.name).click();
  const region = page.getByRole('region', { name: `Conversa com ${otavio.name}` });
  await region.getByRole('log').getByText('Bom dia').waitFor();
  await expect.poll(() => answerTo(socket.heard, joinOf(socket.said, otavio.uuid))).toBeDefined();
  // A later message of the customer is received, and nothing is read a second time for it.
  await otavio.says('Ouviu?');
  await region.getByRole('log').getByText('Ouviu?').waitFor();
  expect(calls.get(`/api/messages/${otavio.id}`)).toBe(1);
  expect(calls.get(`/api/tickets/u/${otavio.uuid}`)).toBe(1);
});

test('A message that arrives between the response and the joining of the room is not lost', async () => {
  const socket = await watchSocket(page);
  await page.goto(`${screen.host.url}/tickets`);
  await row(page, otavio.name).waitFor();
  socket.hold = (said) => joinOf([said], otavio.uuid) !== undefined;
  await row(page, otavio.name).click();
  const log = page.getByRole('region', { name: `Conversa com ${otavio.name}` }).getByRole('log');
  await log.getByText('Bom dia').waitFor();
  await expect.poll(() => joinOf(socket.said, otavio.uuid)).toBeDefined();
  await otavio.says('No meio do caminho');
  expect(await log.getByText('No meio do caminho').count()).toBe(0);
  socket.letGo();
  socket.hold = () => false;
  await log.getByText('No meio do caminho').waitFor();
});

test('The menu appears whole: no icon moves another', async () => {
  await page.goto(`${screen.host.url}/tickets`);
  await row(page, celia.name).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Contatos' }).waitFor();
  const moved = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let shifts = 0;
        const watch = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { sources?: { node?: Node }[] })[])
            shifts += (entry.sources ?? []).filter(({ node }) => node?.parentElement?.closest('nav')).length;
        });
        watch.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts)));
      }),
  );
  expect(moved).toBe(0);
});

test('Every key is in the list of shortcuts once', async () => {
  await page.getByRole('log').focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Ajuda e atalhos' });
  await sheet.waitFor();
  const chords = (await sheet.locator('dd').allTextContents()).filter((keys) => keys.startsWith('Ctrl'));
  expect(chords).toEqual([...new Set(chords)]);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
});

test('A conversation opened again begins with a message, after an internal note was written in it', async () => {
  const field = () => page.getByRole('textbox', { name: `Mensagem para ${celia.name}` });
  await field().press('Control+Shift+E');
  const note = page.getByRole('textbox', { name: `Nota interna sobre ${celia.name}` });
  await note.fill('Pediu desconto');
  await note.press('Enter');
  await page.getByRole('log').getByText('Pediu desconto').waitFor();
  await page.reload();
  await field().waitFor();
});

test('The palette offers the actions on the open conversation, and earlier conversations', async () => {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Buscar ou executar' });
  const here = palette.getByRole('group', { name: 'Neste atendimento' });
  await here
    .getByRole('option', { name: /^Resolver/ })
    .first()
    .waitFor();
  await palette.getByRole('option', { name: /^Aceitar o próximo/ }).waitFor();
  await page.keyboard.type('transf');
  await here.getByRole('option', { name: /^Transferir/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Transferir atendimento' }).waitFor();
  await page.keyboard.press('Escape');
  // The dialog removes its history entry, and a navigation meanwhile would be cancelled.
  await page.waitForFunction(() => !history.state?.overlays);

  await visit(page, `/tickets/${otavio.uuid}`);
  await page.getByRole('region', { name: 'Conversa com Otávio Lima' }).waitFor();
  await page.keyboard.press('Control+k');
  await palette.getByRole('group', { name: 'Recentes' }).getByRole('option', { name: /Célia/ }).click();
  await conversation().waitFor();
});

test('The palette shows the message by which a conversation was found', async () => {
  await otavio.says('Preciso da certidão hoje');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('certidao');
  const hit = page.getByRole('option', { name: /Otávio Lima/ }).first();
  await hit.locator('mark', { hasText: 'certidão' }).first().waitFor();
  await page.keyboard.press('Escape');
  await hit.waitFor({ state: 'detached' });
});

test('Saving an observation or extra information by Enter returns the focus to where it was begun', async () => {
  const contact = page.getByRole('complementary', { name: 'Contato' });
  await contact.getByRole('button', { name: 'Nova observação' }).press('Enter');
  await page.keyboard.type('Honorários');
  await contact.getByRole('textbox', { name: 'Valor' }).fill('10');
  await page.keyboard.press('Enter');
  await contact.getByText('Honorários').waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.tagName);
  await expect.poll(focused).toBe('BUTTON');
  await contact.getByRole('button', { name: 'NOVA', exact: true }).press('Enter');
  await page.keyboard.type('CPF');
  await contact.getByRole('textbox', { name: 'Valor' }).fill('219');
  await page.keyboard.press('Enter');
  await contact.getByText('219').waitFor();
  await expect.poll(focused).toBe('BUTTON');
});
