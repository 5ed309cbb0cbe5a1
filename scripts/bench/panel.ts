import { randomUUID } from 'node:crypto';
import type { CDPSession, Page } from 'playwright-core';
import { sessionsOf } from './attendants.ts';
import { measuredBrowser } from './browser.ts';
import { quantile } from './figures.ts';
import { HttpClient } from './http-client.ts';
import type { Installation, Server } from './installation.ts';
import { timePage } from './page-time.ts';
import {
  attendantId,
  attendants,
  customerOf,
  managerEmail,
  open,
  panelCompany,
  queueOf,
  running,
  ticketId,
} from './panel-office.ts';
import { password } from './seed.ts';
import { kb, mb, ms, type Row } from './table.ts';

const changesPerSecond = 200;
/** Every tenth change hands a conversation over; the others are messages. */
const handOverEvery = 10;
/** How long the changes last; the acceptance asks for ten minutes: `PANEL_SECONDS=600`. */
const seconds = Number(process.env['PANEL_SECONDS'] ?? 60);
const tracedSeconds = 10;
const clients = 12;
const frameGoalMs = 50;
const heapGoal = 120 * 1024 * 1024;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const heapOf = async (session: CDPSession): Promise<number> => {
  await pause(1_000);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
};

/** Changes conversations at a steady rate until it is stopped; returns how many changes were made. */
const startChanges = async (server: Server, token: string): Promise<() => Promise<number>> => {
  const lines = await HttpClient.many(server.url, token, clients);
  const startedAt = performance.now();
  let made = 0;
  const over = new AbortController();
  const change = async (line: HttpClient): Promise<void> => {
    const turn = made++;
    const conversation = 1 + ((turn * 7919) % running);
    if (turn % handOverEvery === 0 && conversation <= open) {
      const userId = attendantId(1 + ((turn * 31) % attendants));
      const ids = [ticketId(conversation)];
      await line.post('/tickets/bulk', { action: 'transfer', ids, userId, queueId: queueOf(conversation) });
      return;
    }
    await line.post(`/sandbox/${panelCompany}/messages`, {
      from: customerOf(conversation),
      name: `Cliente ${conversation}`,
      body: `Novidade ${turn}`,
      id: randomUUID(),
    });
  };
  const work = lines.map(async (line) => {
    while (!over.signal.aborted) {
      const due = startedAt + (made * 1000) / changesPerSecond;
      if (due > performance.now()) await pause(Math.max(1, due - performance.now()));
      else await change(line);
    }
  });
  return async () => {
    over.abort();
    await Promise.all(work);
    for (const line of lines) line.close();
    return made;
  };
};

/** Scrolls through all cards and returns what each says: the person, the conversations and who waits. */
const cardsOf = async (page: Page): Promise<Map<string, string>> => {
  const seen = new Map<string, string>();
  const grid = page.getByRole('region', { name: 'Atendentes e seus atendimentos' });
  await grid.evaluate((element) => element.scrollTo(0, 0));
  for (let last = -1; ;) {
    await pause(80);
    const shown = await page
      .locator('[data-card]')
      .evaluateAll((cards) => cards.map((card) => [card.getAttribute('data-card'), card.getAttribute('aria-label')]));
    for (const [id, label] of shown) seen.set(id ?? '', label ?? '');
    const at = await grid.evaluate((element) => {
      element.scrollBy(0, 800);
      return element.scrollTop;
    });
    if (at === last) return seen;
    last = at;
  }
};

/** Frames by the clock while nothing but live messages happens. */
const watchFrames = `globalThis.frames_ = []; globalThis.stop_ = false; (() => {
  let last = performance.now();
  const next = () => { const now = performance.now(); frames_.push(now - last); last = now; if (!stop_) requestAnimationFrame(next); };
  requestAnimationFrame(next);
})()`;

/** The manager's panel under a storm of live messages: memory, frames, and whether it ends where a fresh page begins. */
export const panel = async (_installation: Installation, server: Server): Promise<Row[]> => {
  const browser = await measuredBrowser();
  try {
    // A person has one session: the changes are another admin's.
    const [token = ''] = await sessionsOf(server, [{ company: panelCompany, person: 2 }]);
    const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
    await context.request.post(`${server.url}/api/auth/login`, { data: { email: managerEmail, password } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(`${server.url}/manager`);
    await page.locator('[data-card]').first().waitFor();
    const first = await page.evaluate<number>(`performance.now()`);
    const reader = await HttpClient.open(server.url, token);
    const asked = performance.now();
    const bytes = (await reader.get('/manager/panel')).length;
    const answered = performance.now() - asked;
    reader.close();
    const before = await heapOf(session);
    const stop = await startChanges(server, token);
    await pause(3_000);
    await page.evaluate(watchFrames);
    const { tasks } = await timePage(browser, page, () => pause(tracedSeconds * 1000));
    const frames = await page.evaluate<number[]>(`globalThis.stop_ = true, frames_.slice(1)`);
    await pause(Math.max(0, seconds - tracedSeconds - 3) * 1000);
    const made = await stop();
    await pause(3_000);
    const after = await heapOf(session);
    const live = await cardsOf(page);
    await page.reload();
    await page.locator('[data-card]').first().waitFor();
    await pause(1_000);
    const fresh = await cardsOf(page);
    const different = [...fresh].filter(([id, label]) => live.get(id) !== label);
    for (const [id, label] of different.slice(0, 5)) console.error(`card ${id}: ${live.get(id)} live, ${label} fresh`);
    const slow = tasks.filter((task) => task > frameGoalMs).length;
    const rate = `${Math.round(made / seconds)}/s for ${seconds} s`;
    return [
      {
        what: `panel of ${attendants} people, ${running} conversations: first cards`,
        figure: ms(first),
        limit: `${kb(bytes)} of JSON answered in ${ms(answered)}`,
      },
      {
        what: `panel at ${rate}: work of the page`,
        figure: `${slow} tasks over ${frameGoalMs} ms, longest ${ms(Math.max(...tasks))}`,
        limit: `${frames.filter((frame) => frame > frameGoalMs).length} of ${frames.length} frames late by the clock`,
        goal: 'none',
        met: slow === 0,
        p50: quantile(frames, 0.5),
        p99: quantile(frames, 0.99),
      },
      {
        what: `panel at ${rate}: memory of the page`,
        figure: mb(after),
        limit: `${mb(before)} before`,
        ratio: after / before,
        goal: `< ${mb(heapGoal)}`,
        met: after < heapGoal,
      },
      {
        what: `panel after ${made} changes: cards that differ from a fresh load`,
        figure: `${different.length} of ${fresh.size}`,
        goal: '0',
        met: different.length === 0 && fresh.size === attendants + 1,
      },
    ];
  } finally {
    await browser.close();
  }
};
