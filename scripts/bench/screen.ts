import { randomUUID } from 'node:crypto';
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../test/browser.ts';
import { sessionsOf } from './attendants.ts';
import { quantile } from './figures.ts';
import { HttpClient } from './http-client.ts';
import type { Installation, Server } from './installation.ts';
import { emailOf, firstCompany, longConversation, numberOf, password } from './seed.ts';
import { mb, ms, type Row } from './table.ts';

const company = firstCompany;
const openings = 40;
const openGoalMs = 100;
const frameGoalMs = 50;
const growthGoal = 1.1;
const workingRounds = 240;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const thread = `[role=log]`;
const visibleRow = (index: number): string => `[role=option][aria-posinset="${index}"]`;

/** From the press on a row until a frame shows what its conversation says last. */
const opening = async (page: Page, index: number): Promise<number | undefined> => {
  const row = page.locator(visibleRow(index));
  const [said] = (await row.textContent())?.match(/nº \d+/) ?? [];
  if (said === undefined) return undefined;
  await row.hover();
  // As long as a hand needs from coming to rest to pressing.
  await pause(120);
  const shown = page.evaluate<number>(
    `new Promise((resolve) => {
       let pressed;
       addEventListener('pointerdown', () => (pressed = performance.now()), { once: true, capture: true });
       const look = () => {
         const log = document.querySelector('${thread}');
         if (pressed !== undefined && log?.textContent.includes(${JSON.stringify(said)})) resolve(performance.now() - pressed);
         else requestAnimationFrame(look);
       };
       look();
     })`,
  );
  await row.click();
  return shown;
};

/** Milliseconds between the frames while the wheel turns, as the clock tells them. */
const scrolling = async (page: Page, over: string, turns: number, by: number): Promise<number[]> => {
  await page.locator(over).first().hover();
  await page.evaluate(`globalThis.frames_ = []; (() => {
    let last = performance.now();
    const next = () => { const now = performance.now(); frames_.push(now - last); last = now; if (!globalThis.stop_) requestAnimationFrame(next); };
    globalThis.stop_ = false; requestAnimationFrame(next);
  })()`);
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, by);
    await pause(30);
  }
  return page.evaluate<number[]>(`globalThis.stop_ = true, frames_.slice(1)`);
};

const heap = async (session: CDPSession): Promise<number> => {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
};

const frames = (what: string, times: readonly number[]): Row => {
  const slow = times.filter((time) => time > frameGoalMs).length;
  return {
    what,
    figure: `${slow} of ${times.length} frames over ${frameGoalMs} ms`,
    limit: `slowest ${ms(Math.max(...times))}`,
    goal: 'none',
    met: slow === 0,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
};

/** What an attendant feels: opening, scrolling and a day's memory, in a real browser beside the server. */
export const screen = async (installation: Installation, server: Server): Promise<Row[]> => {
  const rows: Row[] = [];
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
    await context.request.post(`${server.url}/api/auth/login`, { data: { email: emailOf(company, 1), password } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(`${server.url}/tickets?all=1`);
    await page.locator(visibleRow(1)).waitFor();
    await pause(3_000);

    const opened: number[] = [];
    for (let index = 0; index < openings; index += 1) {
      const time = await opening(page, 1 + (index % 8));
      if (time !== undefined && index >= 4) opened.push(time);
      if (index % 8 === 7) {
        await page.mouse.move(200, 500);
        await page.mouse.wheel(0, 76 * 8);
        await pause(300);
      }
    }
    rows.push({
      what: 'opening a conversation from the list',
      figure: `${ms(quantile(opened, 0.95))} p95`,
      goal: `< ${openGoalMs} ms`,
      met: quantile(opened, 0.95) < openGoalMs,
      p50: quantile(opened, 0.5),
      p99: quantile(opened, 0.99),
    });

    await page.goto(`${server.url}/tickets?status=closed&all=1`);
    await page.locator(visibleRow(1)).waitFor();
    rows.push(frames('scrolling 15,000 conversations', await scrolling(page, visibleRow(1), 150, 900)));

    const { rows: found } = await installation.owner.query<{ uuid: string; contact_id: number }>(
      `select uuid, contact_id from tickets.ticket where company_id = $1 and id = $2`,
      [company, longConversation(company)],
    );
    await page.goto(`${server.url}/tickets/${found[0]?.uuid}?all=1`);
    await page.locator(thread).waitFor();
    await pause(1_500);
    rows.push(frames('scrolling 50,000 messages', await scrolling(page, thread, 150, -900)));

    // Somebody else's tools: one person has one session.
    const [token = ''] = await sessionsOf(server, [{ company, person: 3 }]);
    const phone = await HttpClient.many(server.url, token, 1);
    const from = numberOf(company, found[0]?.contact_id ?? 1);
    const write = (body: string): Promise<unknown> | undefined =>
      phone[0]?.post(`/sandbox/${company}/messages`, { from, body, id: randomUUID() });
    await page.goto(`${server.url}/tickets?all=1`);
    await page.locator(visibleRow(1)).waitFor();
    const work = async (rounds: number): Promise<void> => {
      for (let index = 0; index < rounds; index += 1) {
        await page.locator(visibleRow(1 + (index % 7))).click();
        await pause(120);
        await write(`Nota ${index}`);
        if (index % 10 === 9) await page.mouse.wheel(0, index % 20 === 9 ? 1200 : -1200);
      }
      await page.locator(visibleRow(1)).first().waitFor();
      await pause(500);
    };
    await work(60);
    const before = await heap(session);
    await work(workingRounds);
    const after = await heap(session);
    rows.push({
      what: `memory of the page over ${workingRounds} conversations`,
      figure: mb(after),
      limit: `${mb(before)} before`,
      ratio: after / before,
      goal: `≤ ${growthGoal}`,
      met: after / before <= growthGoal,
    });
    for (const client of phone) client.close();
  } finally {
    await browser.close();
  }
  return rows;
};
