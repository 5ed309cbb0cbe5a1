import type { CDPSession, Page } from 'playwright-core';
import type { Person } from '@balcao/testing';
import { measuredBrowser } from './browser.ts';
import { timePage } from './page-time.ts';
import { mb, ms, type Row } from './table.ts';

const openings = 20;
const scrollSteps = 150;
const drags = 6;
const goals = { firstMs: 1_400, dragMs: 50, frameMs: 50, heap: 120 * 1024 * 1024, cardNodes: 60 };

const heapOf = async (session: CDPSession): Promise<number> => {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
};

const markDrags = `addEventListener('dragstart', () => {
  performance.mark('drag');
  requestAnimationFrame(() => setTimeout(() => performance.mark('drag end')));
}, { capture: true })`;

/** Opens the board again and again; returns when its first card was there, on the page's own clock. */
const timeOpenings = async (page: Page, address: string): Promise<number[]> => {
  const times: number[] = [];
  for (let turn = 0; turn < openings; turn += 1) {
    await page.goto(address);
    await page.locator('a[data-card]').first().waitFor();
    times.push(await page.evaluate<number>('performance.now()'));
  }
  return times.toSorted((one, other) => one - other);
};

const laneBox = (page: Page, index: number) => page.locator('section:has(header)').nth(index);

/** Scrolls one lane to its end by the wheel; its pages are loaded on the way. */
const scrollLane = async (page: Page, index: number): Promise<number> => {
  const box = await laneBox(page, index).boundingBox();
  if (!box) throw new Error('the lane is not shown');
  await page.mouse.move(box.x + 140, box.y + 300);
  let most = 0;
  for (let step = 0; step < scrollSteps; step += 1) {
    await page.mouse.wheel(0, 700);
    await page.waitForTimeout(16);
    if (step % 10 === 0) most = Math.max(most, await laneBox(page, index).locator('a[data-card]').count());
  }
  return most;
};

/** Takes cards and drops each where it was. */
const dragCards = async (page: Page): Promise<void> => {
  for (let turn = 0; turn < drags; turn += 1) {
    // Of another lane than the scrolled one, whose first cards in the document are out of sight.
    const box = await laneBox(page, 2).locator('a[data-card]').nth(1).boundingBox();
    if (!box) throw new Error('no card to drag');
    await page.mouse.move(box.x + 60, box.y + 20);
    await page.mouse.down();
    // A drag begins some pixels away, and in Chromium only after a moment.
    await page.mouse.move(box.x + 70, box.y + 40, { steps: 4 });
    await page.waitForTimeout(300);
    await page.mouse.move(box.x + 80, box.y + 60, { steps: 4 });
    await page.waitForTimeout(100);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.waitForTimeout(200);
  }
};

/** The page of a large board in the real browser: first cards, work while it is scrolled and dragged, memory. */
export const kanbanPage = async (url: string, person: Person, cards: number): Promise<Row[]> => {
  const browser = await measuredBrowser();
  try {
    const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
    const { email, password } = person;
    await context.request.post(`${url}/api/auth/login`, { data: { email, password } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const times = await timeOpenings(page, `${url}/kanban?view=all`);
    const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? Number.POSITIVE_INFINITY;
    const before = await heapOf(session);
    await page.evaluate(markDrags);
    let most = 0;
    const scrolled = await timePage(browser, page, async () => {
      most = await scrollLane(page, 1);
    });
    const dragged = await timePage(browser, page, () => dragCards(page));
    const after = await heapOf(session);
    const starts = dragged.worked('drag');
    const late = scrolled.tasks.filter((task) => task > goals.frameMs).length;
    const of = `board of ${cards} cards in the browser`;
    return [
      {
        what: `${of}: first cards`,
        figure: `p95 ${ms(p95)}`,
        limit: `of ${openings} openings, median ${ms(times[openings >> 1] ?? 0)}, longest ${ms(times.at(-1) ?? 0)}`,
        goal: `≤ ${goals.firstMs} ms`,
        met: p95 <= goals.firstMs,
      },
      {
        what: `${of}: a lane scrolled over ${scrollSteps * 700} pixels`,
        figure: `${late} tasks over ${goals.frameMs} ms, longest ${ms(Math.max(...scrolled.tasks))}`,
        limit: `at most ${most} cards of the lane in the document`,
        goal: 'none',
        met: late === 0 && most < goals.cardNodes,
      },
      {
        what: `${of}: work from the start of a drag to its first frame`,
        figure: `longest of ${starts.length}: ${ms(Math.max(...starts))}`,
        goal: `< ${goals.dragMs} ms`,
        met: starts.length === drags && Math.max(...starts) < goals.dragMs,
      },
      {
        what: `${of}: memory of the page after it`,
        figure: mb(after),
        limit: `${mb(before)} before`,
        goal: `< ${mb(goals.heap)}`,
        met: after < goals.heap,
      },
    ];
  } finally {
    await browser.close();
  }
};
