import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { measuredBrowser } from './browser.ts';
import { sessionsOf } from './attendants.ts';
import { quantile } from './figures.ts';
import { HttpClient } from './http-client.ts';
import type { Server } from './installation.ts';
import { timePage } from './page-time.ts';
import { emailOf, firstCompany, password } from './seed.ts';
import { ms, type Row } from './table.ts';

const company = firstCompany + 2;
const arriving = 20;
const keys = 200;
/** Milliseconds between two keys of a fast typist. */
const between = 70;
const goal = 16;

/**
 * Measures from the browser's key event until the page has handled it and finished layout. Painting the next frame
 * comes on top: some milliseconds of this thread and the wait for the frame. Listens on the window, because the page's
 * own listeners have run when an event gets there.
 */
const watchKeys = `{
  globalThis.keyWatch?.abort();
  const { signal } = (globalThis.keyWatch = new AbortController());
  globalThis.keyTimes = [];
  let at = 0;
  addEventListener('keydown', (event) => { at = event.timeStamp; performance.mark('key', { startTime: at }); }, { capture: true, signal });
  addEventListener('input', () => queueMicrotask(() => {
    document.body.offsetHeight;
    performance.mark('key end');
    globalThis.keyTimes.push(performance.now() - at);
  }), { signal });
}`;

/** Measures the handling of each key while messages arrive in the open conversation. */
export const typingTimes = async (page: Page, arrive: (index: number) => Promise<unknown>): Promise<number[]> => {
  const field = page.getByRole('textbox', { name: /^Mensagem para/ });
  await field.fill('');
  await page.evaluate(watchKeys);
  let arrived = 0;
  const timer = setInterval(() => void arrive((arrived += 1)).catch(() => undefined), 1000 / arriving);
  try {
    // Requests of the first moments are not part of the steady state.
    await page.waitForTimeout(1_500);
    for (let index = 0; index < keys; index += 1) {
      await field.press(index % 8 === 7 ? 'Space' : ('abcdefghijklm'[index % 13] ?? 'a'));
      await page.waitForTimeout(between);
    }
  } finally {
    clearInterval(timer);
  }
  return page.evaluate<number[]>('globalThis.keyTimes');
};

/** Measures typing an answer while the customer writes twenty messages a second. */
export const composer = async (server: Server): Promise<Row[]> => {
  // A person has one session: one types in the window, another uses the customer's telephone.
  const [token = ''] = await sessionsOf(server, [{ company, person: 2 }]);
  const [client] = await HttpClient.many(server.url, token, 1);
  const browser = await measuredBrowser();
  try {
    const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
    const data = { email: emailOf(company, 1), password };
    const login = await context.request.post(`${server.url}/api/auth/login`, { data });
    const { token: own, user: me } = (await login.json()) as { token: string; user: { id: number } };
    // Kept data contains the customer of an earlier run.
    const from = `55119${String(Date.now()).slice(-8)}`;
    const write = (body: string) =>
      client?.post(`/sandbox/${company}/messages`, { from, name: 'Cliente apressado', body, id: randomUUID() }) ??
      Promise.resolve();
    await write('Bom dia');
    const headers = { authorization: `Bearer ${own}` };
    const found = await context.request.get(`${server.url}/api/tickets?status=pending&showAll=true`, { headers });
    const { tickets } = (await found.json()) as {
      tickets: { id: number; uuid: string; contact: { number: string } }[];
    };
    const ticket = tickets.find(({ contact }) => contact.number === from);
    if (!ticket) throw new Error('the customer’s conversation is missing');
    await context.request.put(`${server.url}/api/tickets/${ticket.id}`, {
      headers,
      data: { status: 'open', userId: me.id },
    });
    const page = await context.newPage();
    await page.goto(`${server.url}/tickets/${ticket.uuid}`);
    let times: number[] = [];
    const time = await timePage(browser, page, async () => {
      times = await typingTimes(page, (index) => write(`mensagem ${index}`));
    });
    const p95 = quantile(times, 0.95);
    const work = time.worked('key');
    return [
      {
        what: `typing while ${arriving} messages/s arrive`,
        figure: `${ms(p95)} at p95`,
        limit: `${ms(quantile(work, 0.95))} p95 the page’s own work`,
        goal: `< ${goal} ms`,
        met: p95 < goal,
        p50: quantile(times, 0.5),
        p99: quantile(times, 0.99),
      },
    ];
  } finally {
    await browser.close();
    client?.close();
  }
};
