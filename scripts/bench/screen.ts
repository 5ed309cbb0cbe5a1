import { randomUUID } from 'node:crypto';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { measuredBrowser } from './browser.ts';
import { sessionsOf } from './attendants.ts';
import { quantile } from './figures.ts';
import { HttpClient } from './http-client.ts';
import type { Installation, Server } from './installation.ts';
import { timePage } from './page-time.ts';
import { emailOf, firstCompany, longConversation, numberOf, password } from './seed.ts';
import { mb, ms, type Row } from './table.ts';

const company = firstCompany + 1;
const openings = 40;
const openGoalMs = 100;
const keyGoalMs = 150;
const frameGoalMs = 50;
const growthGoal = 1.1;
/** The browser keeps compiling code that runs often: until that is done, compiled code is most of the memory growth. */
const warmingRounds = 180;
const workingRounds = 300;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const thread = `[role=log]`;
const visibleRow = (index: number): string => `[role=option][aria-posinset="${index}"]`;

/**
 * Waits for the event of that name. Returns a function that waits for the frame with the last message of the opened
 * conversation, and returns the milliseconds since the event.
 */
const watchFrom = async (
  page: Page,
  event: 'pointerdown' | 'keydown',
  lastMessage: string,
): Promise<() => Promise<number>> => {
  // Installed before the key press: an event without a listener would be missed.
  await page.evaluate(
    `globalThis.opened_ = new Promise((resolve) => {
       let pressed;
       const onPress = ({ timeStamp, key }) => {
         if (key !== undefined && key !== 'Enter') return;
         removeEventListener('${event}', onPress, true);
         pressed = timeStamp;
         performance.mark('opening', { startTime: pressed });
       };
       addEventListener('${event}', onPress, true);
       // A message that a frame sends comes when that frame has been drawn: what is there then was in it.
       const { port1, port2 } = new MessageChannel();
       const nextFrame = () => requestAnimationFrame(() => port2.postMessage(0));
       port1.onmessage = () => {
         const log = document.querySelector('${thread}');
         const isShown = pressed !== undefined && log?.textContent.includes(${JSON.stringify(lastMessage)}) && getComputedStyle(log).visibility === 'visible';
         if (!isShown) return nextFrame();
         performance.mark('opening end');
         resolve(performance.now() - pressed);
       };
       nextFrame();
     }), undefined`,
  );
  return () => page.evaluate<number>(`opened_`);
};

/** Opens the conversation of a row, by its index in the list. */
type OpenOne = (page: Page, index: number, lastOf: ReadonlyMap<string, string>) => Promise<number>;

const lastMessageOf = async (page: Page, index: number, lastOf: ReadonlyMap<string, string>): Promise<string> => {
  const lastMessage = lastOf.get((await page.locator(visibleRow(index)).getAttribute('data-ticket')) ?? '');
  if (lastMessage === undefined) throw new Error(`row ${index} of the list belongs to no known conversation`);
  return lastMessage;
};
/** Milliseconds that a hand needs from reaching a row to pressing. */
const reach = 120;

const byClick: OpenOne = async (page, index, lastOf) => {
  const row = page.locator(visibleRow(index));
  const lastMessage = await lastMessageOf(page, index, lastOf);
  await row.hover();
  await pause(reach);
  const shown = await watchFrom(page, 'pointerdown', lastMessage);
  await row.click();
  return shown();
};

/** Moves one row down in the focused list, which opens it. */
const byArrow: OpenOne = async (page, index, lastOf) => {
  await page.getByRole('listbox').first().focus();
  await page.keyboard.press('ArrowDown');
  await pause(reach);
  const shown = await watchFrom(page, 'keydown', await lastMessageOf(page, index, lastOf));
  await page.keyboard.press('Enter');
  return shown();
};

/** Opens a conversation through the palette by its number. */
const byPalette: OpenOne = async (page, index, lastOf) => {
  const lastMessage = [...lastOf.values()][index];
  const number = / nº (\d+)$/.exec(lastMessage ?? '')?.[1];
  if (lastMessage === undefined || number === undefined) throw new Error(`conversation ${index} is missing`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`#${Number(number) + longConversation(company) - 1}`);
  await page.locator('[role=dialog] [role=option][aria-selected=true]').filter({ hasText: 'nº' }).first().waitFor();
  await pause(reach);
  const shown = await watchFrom(page, 'keydown', lastMessage);
  await page.keyboard.press('Enter');
  return shown();
};

interface Way {
  what: string;
  open: OpenOne;
  /** The elapsed time that the goal applies to. */
  at: number;
  goalMs: number;
}
const ways: readonly Way[] = [
  { what: 'opening a conversation from the list', open: byClick, at: 0.95, goalMs: openGoalMs },
  { what: 'opening a conversation by arrow and Enter', open: byArrow, at: 0.98, goalMs: keyGoalMs },
  { what: 'opening a conversation by Ctrl K', open: byPalette, at: 0.98, goalMs: keyGoalMs },
];

const openingRows = async ({ installation, server, browser, page }: Desk): Promise<Row[]> => {
  const { rows } = await installation.owner.query<{ uuid: string; last_message: string }>(
    `select uuid, last_message from tickets.ticket where company_id = $1 and status = 'open'`,
    [company],
  );
  const lastOf = new Map(rows.map((row) => [row.uuid, row.last_message]));
  const made: Row[] = [];
  for (const { what, open, at, goalMs } of ways) {
    await page.goto(`${server.url}/tickets?all=1`);
    await page.locator(visibleRow(1)).waitFor();
    await pause(3_000);
    const opened: number[] = [];
    const time = await timePage(browser, page, async () => {
      for (let index = 0; index < openings; index += 1) {
        opened.push(await open(page, 1 + index, lastOf));
        await pause(300);
        if (index % 4 !== 3 || open !== byClick) continue;
        await page.mouse.move(200, 500);
        await page.mouse.wheel(0, 76 * 4);
        await pause(300);
      }
    });
    // The first ones fetch code that the later ones reuse.
    const [clock, work] = [opened.slice(4), time.worked('opening').slice(4)];
    made.push({
      what,
      figure: `${ms(quantile(clock, at))} p${at * 100}`,
      limit: `${ms(quantile(work, at))} p${at * 100} the page’s own work`,
      goal: `< ${goalMs} ms`,
      met: quantile(clock, at) < goalMs,
      p50: quantile(clock, 0.5),
      p99: quantile(clock, 0.99),
      memory: `${ms(quantile(work, 0.5))} work p50`,
    });
  }
  return made;
};

/** Returns the elapsed milliseconds between frames while the wheel turns. */
const turnWheel = async (page: Page, over: string, turns: number, by: number): Promise<number[]> => {
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

/** A frame is late when the page or another process was slow; `met` depends on the work of the page itself. */
const frames = async (browser: Browser, page: Page, what: string, over: string, by: number): Promise<Row> => {
  let times: number[] = [];
  const { tasks } = await timePage(browser, page, async () => {
    times = await turnWheel(page, over, 150, by);
  });
  const isSlow = (time: number): boolean => time > frameGoalMs;
  const slow = tasks.filter(isSlow).length;
  return {
    what,
    figure: `${slow} steps over ${frameGoalMs} ms, longest ${ms(Math.max(...tasks))}`,
    limit: `${times.filter(isSlow).length} of ${times.length} frames by the clock`,
    goal: 'none',
    met: slow === 0,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
};

const heap = async (session: CDPSession): Promise<number> => {
  // Objects released in timers and idle callbacks are free once these have run.
  await pause(2_000);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
};

/** Opens, reads, writes, sends, switches tabs and filters: an attendant's hour in a few minutes. */
const working = async (page: Page, arrive: (body: string) => Promise<unknown>, rounds: number): Promise<void> => {
  const tab = (name: RegExp) => page.getByRole('tab', { name }).first();
  const search = page
    .getByRole('textbox', { name: 'Buscar contato ou mensagem' })
    .or(page.getByRole('searchbox'))
    .first();
  for (let index = 0; index < rounds; index += 1) {
    await page.locator(visibleRow(1 + (index % 6))).click();
    const field = page.getByRole('textbox', { name: /^Mensagem para/ });
    await field.waitFor();
    await arrive(`Nota ${index}`);
    if (index % 3 === 0) {
      await field.fill(`Resposta ${index}`);
      await field.press('Enter');
    }
    if (index % 10 === 9) {
      await page.mouse.move(200, 500);
      await page.mouse.wheel(0, index % 20 === 9 ? 1200 : -1200);
      await page.mouse.wheel(0, -20_000);
    }
    if (index % 15 === 14) {
      await tab(/^Fechad/).click();
      await page.locator(visibleRow(1)).waitFor();
      await tab(/^Abert/).click();
      await page.locator(visibleRow(1)).waitFor();
    }
    if (index % 20 === 19) {
      await search.fill('boleto');
      await pause(900);
      await search.fill('');
      await page.locator(visibleRow(1)).waitFor();
    }
    await pause(60);
  }
  // The same content is on the screen at each measurement.
  await page.locator(visibleRow(1)).click();
};

const memoryRows = async ({ installation, server, page }: Desk): Promise<Row[]> => {
  const session = await page.context().newCDPSession(page);
  const { contactId } = await longOne(installation);
  // API calls as another person: a person has one session.
  const [token = ''] = await sessionsOf(server, [{ company, person: 3 }]);
  const from = numberOf(company, contactId);
  const arrive = async (body: string): Promise<void> => {
    const [phone] = await HttpClient.many(server.url, token, 1);
    await phone?.post(`/sandbox/${company}/messages`, { from, body, id: randomUUID() });
    phone?.close();
  };
  await page.goto(`${server.url}/tickets?all=1`);
  await page.locator(visibleRow(1)).waitFor();
  await working(page, arrive, warmingRounds);
  const before = await heap(session);
  await working(page, arrive, workingRounds);
  const after = await heap(session);
  return [
    {
      what: `memory of the page over ${workingRounds} conversations`,
      figure: mb(after),
      limit: `${mb(before)} before`,
      ratio: after / before,
      goal: `≤ ${growthGoal}`,
      met: after / before <= growthGoal,
    },
  ];
};

interface Desk {
  installation: Installation;
  server: Server;
  browser: Browser;
  page: Page;
}

/** Opens a real browser with a signed-in person beside the server. */
const withSignedInPage =
  (work: (desk: Desk) => Promise<Row[]>) =>
  async (installation: Installation, server: Server): Promise<Row[]> => {
    const browser = await measuredBrowser();
    try {
      const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
      await context.request.post(`${server.url}/api/auth/login`, { data: { email: emailOf(company, 1), password } });
      return await work({ installation, server, browser, page: await context.newPage() });
    } finally {
      await browser.close();
    }
  };

const longOne = async ({ owner }: Installation): Promise<{ uuid: string; contactId: number }> => {
  const { rows } = await owner.query<{ uuid: string; contactId: number }>(
    `select uuid, contact_id as "contactId" from tickets.ticket where company_id = $1 and id = $2`,
    [company, longConversation(company)],
  );
  if (!rows[0]) throw new Error('the long conversation is missing');
  return rows[0];
};

/** Measures opening one conversation after the other. */
export const opening = withSignedInPage(openingRows);

export const scrolling = withSignedInPage(async ({ installation, server, browser, page }) => {
  await page.goto(`${server.url}/tickets?status=closed&all=1`);
  await page.locator(visibleRow(1)).waitFor();
  const list = await frames(browser, page, 'scrolling 15,000 conversations', visibleRow(1), 900);
  const { uuid } = await longOne(installation);
  await page.goto(`${server.url}/tickets/${uuid}?all=1`);
  await page.locator(thread).waitFor();
  await pause(1_500);
  return [list, await frames(browser, page, 'scrolling 50,000 messages', thread, -900)];
});

/** Measures the browser's memory over a day's work. */
export const memory = withSignedInPage(memoryRows);
