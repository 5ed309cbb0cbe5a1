import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { axeFaults, eventually, roomJoined, startTestHost, type TestHost } from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { picture, ChatFixture, startFixtures } from './chat-fixture.ts';
import { bubbles, field, greet, launcher, openPage, openStorefront, say, type Storefront } from './storefront.ts';

let host: TestHost;
let browser: Browser;
beforeAll(async () => {
  [host, browser] = await Promise.all([startFixtures(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

let shop: ChatFixture;
let store: Storefront;
let context: BrowserContext;
let page: Page;
let trouble: string[];
beforeEach(async () => {
  shop = await ChatFixture.of(host);
  store = await openStorefront(host.url, shop.site.address);
  context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1280, height: 800 } });
  ({ page, trouble } = await openPage(context, store.url));
});
afterEach(async () => {
  await context.close();
  store.close();
});

const spoken = async (): Promise<string[]> => {
  const [ticket] = await shop.tickets();
  return ticket ? (await shop.said(ticket.id)).map(({ body }) => body) : [];
};
const heardBy = (text: string) => page.locator('.theirs .text', { hasText: text }).waitFor();

describe('a chat on another site, with a strict policy', () => {
  it('The chat sends a name and a message to the company, shows the reply at once, and raises the ticks', async () => {
    await greet(page, 'Helena Prado');
    await say(page, 'Vocês entregam hoje?');
    await page.locator('.mark.sent').waitFor();
    expect((await shop.tickets())[0]).toMatchObject({
      channel: 'webchat',
      lastMessage: 'Vocês entregam hoje?',
      contact: { name: 'Helena Prado' },
    });
    const { ticketId, messageId } = await shop.reply('Entregamos até as 18h.');
    await heardBy('Entregamos até as 18h.');
    await eventually(async () => (await shop.said(ticketId)).find(({ id }) => id === messageId)?.ack === 3);
    const { uuid } = (await shop.tickets())[0]!;
    await shop.admin.put(`/tickets/${uuid}/read`, {});
    await page.locator('.mark.read').waitFor();
    expect(trouble).toEqual([]);
  });

  it('The chat shows that the conversation was closed, also after a reload, until the visitor writes again', async () => {
    await greet(page);
    await say(page, 'Oi');
    await page.locator('.mark.sent').waitFor();
    const { ticketId } = await shop.reply('Até logo!');
    await heardBy('Até logo!');
    await shop.admin.put(`/tickets/${ticketId}`, { status: 'closed', justClose: true });
    const closed = page.getByText('O atendimento foi encerrado. Escreva para começar outro.');
    await closed.waitFor();
    await page.reload();
    await closed.waitFor();
    await say(page, 'Mais uma coisa');
    await closed.waitFor({ state: 'detached' });
    expect(trouble).toEqual([]);
  });

  it('The chat counts messages while it is collapsed, and the company sees them as delivered, not as read', async () => {
    const joined = roomJoined(page, 'webchat.visitor');
    await greet(page);
    await say(page, 'Oi');
    await page.locator('.mark.sent').waitFor();
    await joined;
    await page.keyboard.press('Escape');
    const { ticketId, messageId } = await shop.reply('Olá!');
    await page.getByRole('button', { name: 'Abrir conversa, 1 mensagem não lida' }).waitFor();
    const ack = async () => (await shop.said(ticketId)).find(({ id }) => id === messageId)?.ack;
    await eventually(async () => (await ack()) === 2);
    await launcher(page).click();
    await eventually(async () => (await ack()) === 3);
    expect(trouble).toEqual([]);
  });

  it('The chat repeats confirmations that the server did not accept, so that the company’s ticks are true', async () => {
    let refused = 0;
    await page.routeWebSocket(/socket\.io/, (visitor) => {
      const server = visitor.connectToServer();
      visitor.onMessage((frame) => {
        const [, call] = /^42(\d+).*"received"/.exec(frame.toString()) ?? [];
        if (call === undefined || refused > 0) return server.send(frame);
        refused += 1;
        visitor.send(`43${call}[{"error":"ERR_INTERNAL"}]`);
      });
    });
    await page.reload();
    await greet(page);
    await say(page, 'Oi');
    await page.locator('.mark.sent').waitFor();
    await page.keyboard.press('Escape');
    const { ticketId, messageId } = await shop.reply('Olá!');
    await eventually(() => refused === 1);
    await eventually(async () => (await shop.said(ticketId)).find(({ id }) => id === messageId)?.ack === 2);
  });

  it('The chat is restored after a reload, with the draft', async () => {
    await greet(page);
    await say(page, 'Primeira');
    await page.locator('.mark.sent').waitFor();
    await shop.reply('Resposta');
    await heardBy('Resposta');
    await field(page).fill('ainda escrevendo');
    await page.reload();
    await heardBy('Resposta');
    await expect.poll(() => bubbles(page)).toEqual(['Primeira', 'Resposta']);
    await expect.poll(() => field(page).inputValue()).toBe('ainda escrevendo');
    await say(page, 'Segunda');
    await eventually(async () => (await spoken()).includes('Segunda'));
    expect(await shop.tickets()).toHaveLength(1);
  });

  it('Messages written without a connection are not lost, also over a reload, and are sent once and in order', async () => {
    await greet(page);
    await say(page, 'antes');
    await page.locator('.mark.sent').waitFor();
    await page.route('**/api/webchat/*/messages', (route) => route.abort());
    await say(page, 'um');
    await say(page, 'dois');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'vaso.png', mimeType: 'image/png', buffer: Buffer.from(picture()) });
    await say(page, 'três');
    await page.locator('.mark.sending').nth(2).waitFor();
    await page.reload();
    await page.locator('.mark.sending').nth(2).waitFor();
    await page.unroute('**/api/webchat/*/messages');
    await eventually(async () => (await spoken()).length === 4);
    await expect.poll(() => spoken()).toEqual(['antes', 'um', 'dois', 'três']);
    await page.locator('.picture img[src^=http]').waitFor();
    await expect.poll(() => bubbles(page)).toEqual(['antes', 'um', 'dois', 'três']);
  });

  it('The chat sends files, shows their pictures, and explains why one is refused', async () => {
    await greet(page);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'vaso.png', mimeType: 'image/png', buffer: Buffer.from(picture()) });
    await page.locator('.tray .file-name', { hasText: 'vaso.png' }).waitFor();
    await say(page, 'Este vaso');
    const image = page.locator('.picture img[src^=http]');
    await image.waitFor();
    await eventually(() => image.evaluate((shown: HTMLImageElement) => shown.complete && shown.naturalWidth === 1));
    // The space was reserved before the picture loaded: nothing else sets the size of an unloaded one.
    expect(await image.evaluate((shown: HTMLImageElement) => [shown.style.width, shown.style.height])).toEqual([
      '120px',
      '60px',
    ]);
    const [ticket] = await shop.tickets();
    expect(await shop.said(ticket!.id)).toMatchObject([{ body: 'Este vaso', mediaName: 'vaso.png' }]);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'pagina.html', mimeType: 'text/html', buffer: Buffer.from('<script>1</script>') });
    await field(page).press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Este tipo de arquivo não é aceito.' }).waitFor();
    await page.getByRole('button', { name: 'Descartar' }).click();
    await page.locator('.failure').waitFor({ state: 'detached' });
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'grande.txt', mimeType: 'text/plain', buffer: Buffer.alloc(17 * 1024 * 1024, 65) });
    await page.getByRole('alert').filter({ hasText: 'O arquivo passa de' }).waitFor();
    expect(trouble).toEqual([]);
  });

  it('A file whose upload was cut off is sent again', async () => {
    await greet(page);
    await say(page, 'Oi');
    await page.locator('.mark.sent').waitFor();
    let cut = 0;
    await page.route('**/api/webchat/*/messages', (route) => {
      if (route.request().method() !== 'POST' || cut > 0) return route.continue();
      cut += 1;
      return undefined;
    });
    await page.clock.install();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'vaso.png', mimeType: 'image/png', buffer: Buffer.from(picture()) });
    await field(page).press('Enter');
    await eventually(() => cut === 1);
    await page.clock.runFor(31_000);
    await page.clock.runFor(4_000);
    await eventually(async () => (await shop.said((await shop.tickets())[0]!.id)).length === 2);
  });

  it('Typing indicators appear on both sides', async () => {
    await greet(page);
    await say(page, 'Oi');
    await page.locator('.mark.sent').waitFor();
    await shop.reply('Um momento');
    await heardBy('Um momento');
    const { uuid } = (await shop.tickets())[0]!;
    const room = { kind: 'room', id: 'tickets.ticket' } as const;
    const desk = await shop.admin.live();
    await desk.join(room, { uuid });
    await desk.send(room, { uuid }, 'typing', { state: 'composing' });
    await page.locator('.typing').waitFor();
    await desk.send(room, { uuid }, 'typing', { state: 'paused' });
    await page.locator('.typing').waitFor({ state: 'hidden' });
    await field(page).pressSequentially('Então');
    await desk.receives('presence', ({ state }) => state === 'composing');
  });

  it('The chat can be used by keyboard alone, and has no accessibility violations in light and dark', async () => {
    await launcher(page).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Helena');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Só teclado');
    await page.keyboard.press('Enter');
    await page.locator('.mark.sent').waitFor();
    await shop.reply('*Claro!* Veja https://loja.example');
    await heardBy('Claro!');
    await page.getByRole('button', { name: 'Emoji', exact: true }).click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await axeFaults(page, { part: '[data-balcao-chat]' })).toEqual([]);
    }
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('group', { name: 'Emoji' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await eventually(async () => (await spoken()).includes('😁'));
    await page.keyboard.press('Escape');
    await page.locator('.panel').waitFor({ state: 'hidden' });
    expect(await page.evaluate(`document.querySelector('[data-balcao-chat]').shadowRoot.activeElement.className`)).toBe(
      'launcher',
    );
  });

  it('The chat shows a conversation that goes on in a second tab', async () => {
    await greet(page);
    await say(page, 'Na primeira');
    await page.locator('.mark.sent').waitFor();
    const second = await openPage(context, store.url);
    await second.page.locator('.mine .text', { hasText: 'Na primeira' }).waitFor();
    await say(second.page, 'Na segunda');
    await page.locator('.mine .text', { hasText: 'Na segunda' }).waitFor();
    await expect.poll(() => spoken()).toEqual(['Na primeira', 'Na segunda']);
  });
});

describe('a page without permission for the chat', () => {
  it('A page stays unchanged, without errors, when its site is not allowed or the chat is gone', async () => {
    await launcher(page).waitFor();
    await shop.admin.put(`/webchat-sites/${shop.connectionId}`, { allowedOrigins: ['https://loja.example'] });
    const received = page.waitForEvent('console', (message) => message.text().includes('not among the sites'));
    const refused = page.waitForResponse((response) => response.url().includes('/config'));
    await page.reload();
    expect((await refused).status()).toBe(403);
    await received;
    await expect.poll(() => launcher(page).count()).toBe(0);
    await shop.company.disable('webchatEnabled');
    const gone = page.waitForResponse((response) => response.url().includes('/config'));
    await page.reload();
    expect((await gone).status()).toBe(404);
    await expect.poll(() => launcher(page).count()).toBe(0);
    expect(trouble).toEqual([]);
  });
});

describe('the demo page', () => {
  it('The demo page shows the chat open, and works without another site', async () => {
    const demo = await openPage(context, `${host.url}${shop.site.demoPath}`);
    await demo.page.getByLabel('Como podemos chamar você?').fill('Teste');
    await demo.page.getByRole('button', { name: 'Começar conversa' }).click();
    await say(demo.page, 'Funciona?');
    await demo.page.locator('.mark.sent').waitFor();
    await shop.reply('Funciona.');
    await demo.page.locator('.theirs .text', { hasText: 'Funciona.' }).waitFor();
    expect(demo.trouble).toEqual([]);
  });
});

describe('a server that stops', () => {
  it('While the server is down messages wait, arrive once afterwards, and replies are live again', async () => {
    const first = await startFixtures();
    const own = await ChatFixture.of(first);
    const site = await openStorefront(first.url, own.site.address);
    const visit = await openPage(context, site.url);
    await greet(visit.page);
    await say(visit.page, 'antes');
    await visit.page.locator('.mark.sent').waitFor();
    const { port } = first.kernel;
    await first.kernel.close();
    await visit.page.getByRole('status').filter({ hasText: 'Sem conexão' }).waitFor();
    await say(visit.page, 'durante');
    await visit.page.locator('.mark.sending').waitFor();
    const second = await startTestHost({
      databaseUrl: inject('databaseUrl'),
      plugins: ['users', 'queues', 'contacts', 'connections', 'tickets', 'channel-webchat'],
      sameDatabaseAs: first,
      env: { PORT: String(port) },
    });
    try {
      await visit.page.getByRole('status').filter({ hasText: 'Sem conexão' }).waitFor({ state: 'hidden' });
      await eventually(async () => (await own.tickets())[0]?.lastMessage === 'durante');
      await own.reply('Voltamos.');
      await visit.page.locator('.theirs .text', { hasText: 'Voltamos.' }).waitFor();
      await expect.poll(() => bubbles(visit.page)).toEqual(['antes', 'durante', 'Voltamos.']);
    } finally {
      site.close();
      await second.close();
      await first.close().catch(() => undefined);
    }
  });
});
