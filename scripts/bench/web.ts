import type { Browser, CDPSession, Page } from 'playwright-core';
import { liveWithin, maxWaitMs } from '../../sdk/client/page-idle.ts';
import { measuredBrowser } from './browser.ts';
import { median } from './figures.ts';
import type { Server } from './installation.ts';
import { emailOf, firstCompany, password } from './seed.ts';
import { kb, ms, type Row } from './table.ts';

/** Bytes on the wire until the first tickets are on the screen, headers included. */
export const firstScreenBudget = 300 * 1024;
const company = firstCompany + 2;

export interface Travelled {
  url: string;
  /** Bytes on the wire: compressed, with HTTP headers. */
  bytes: number;
  isCode: boolean;
}
export interface Loaded {
  requests: number;
  bytes: number;
  codeBytes: number;
  /** Milliseconds from the navigation to the first paint, and to the frame with the first row. */
  firstPaint: number;
  firstTicket: number;
}
/** Visits after which a browser uses compiled code: Chromium stores it at the second one. */
const visitsUntilCached = 3;

/** Records every request of the page until `end`. Cached files cause no request. */
export const watchNetwork = async (page: Page): Promise<{ seen: Travelled[]; end(): Promise<void> }> => {
  const session: CDPSession = await page.context().newCDPSession(page);
  const seen = new Map<string, Travelled>();
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (response.fromDiskCache) return;
    seen.set(requestId, { url: response.url, bytes: 0, isCode: ['Script', 'Stylesheet'].includes(type) });
  });
  const all: Travelled[] = [];
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = seen.get(requestId);
    if (one) all.push(Object.assign(one, { bytes: encodedDataLength }));
  });
  return { seen: all, end: () => session.detach() };
};

/**
 * Keeps the page from finding idle time: it fetches what its first screen needs, and none of its prefetches after that.
 * It also disables the timeout after which a page on a slow machine would prefetch anyway.
 */
export const withoutIdleTime = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    globalThis.requestIdleCallback = () => 0;
    const after = globalThis.setTimeout;
    globalThis.setTimeout = (work, wait, ...given) => ([${maxWaitMs}, ${liveWithin}].includes(wait) ? 0 : after(work, wait, ...given));
  }`);

/**
 * Has the page itself note when the first row is drawn: the questions of a test would take a tenth of a second from what
 * they measure.
 */
const noteFirstTicket = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    const rows = new MutationObserver(() => {
      if (!document.body?.textContent.includes('Sobre ')) return;
      rows.disconnect();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => performance.mark('first ticket');
      // The message arrives after the frame.
      requestAnimationFrame(() => port2.postMessage(0));
    });
    rows.observe(document, { childList: true, subtree: true });
  }`);

/** Opens a page with an empty cache, whose person has a session already. */
const signedInPage = async (
  browser: Browser,
  { url }: Pick<Server, 'url'>,
  login: { email: string; password: string },
): Promise<Page> => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  const answer = await context.request.post(`${url}/api/auth/login`, { data: login });
  if (!answer.ok()) throw new Error(`the login answered ${answer.status()}`);
  const page = await context.newPage();
  await noteFirstTicket(page);
  return page;
};

const sum = (seen: readonly Travelled[]): number => seen.reduce((total, { bytes }) => total + bytes, 0);

/** Opens the tickets in a page of `signedInPage` and waits for the first row. */
export const openTickets = async (page: Page, server: Pick<Server, 'url'>): Promise<Loaded> => {
  const { seen, end } = await watchNetwork(page);
  // Nothing of the former page is left to stop.
  await page.goto('about:blank');
  await page.goto(`${server.url}/tickets`);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.getByText('Sobre ').filter({ visible: true }).first().waitFor({ timeout: 60_000 });
  const [firstPaint = NaN, firstTicket = NaN] = await page.evaluate<number[]>(
    `['first-contentful-paint', 'first ticket'].map((name) => performance.getEntriesByName(name)[0]?.startTime)`,
  );
  await end();
  const code = seen.filter(({ isCode }) => isCode);
  return { requests: seen.length, bytes: sum(seen), codeBytes: sum(code), firstPaint, firstTicket };
};

/**
 * Measures three visits to the tickets: `bare`, with an empty cache and only what the first ticket needs; `cold`, with an
 * empty cache; `cached`, of somebody who comes every day.
 */
export const measureVisits = async (
  browser: Browser,
  server: Pick<Server, 'url'>,
  login: { email: string; password: string },
): Promise<{ bare: Loaded; cold: Loaded; cached: Loaded }> => {
  const first = await signedInPage(browser, server, login);
  await withoutIdleTime(first);
  const bare = await openTickets(first, server);
  await first.context().close();
  const page = await signedInPage(browser, server, login);
  const cold = await openTickets(page, server);
  for (let visit = 1; visit < visitsUntilCached; visit += 1) await openTickets(page, server);
  const cached = await openTickets(page, server);
  await page.context().close();
  return { bare, cold, cached };
};

/** Measures the first ticket screen in a real browser, with an empty cache and with a full one. */
export const web = async (server: Server): Promise<Row[]> => {
  const browser = await measuredBrowser();
  const bare: Loaded[] = [];
  const cold: Loaded[] = [];
  const cached: Loaded[] = [];
  try {
    for (let round = 0; round < 3; round += 1) {
      const visits = await measureVisits(browser, server, { email: emailOf(company, 1), password });
      bare.push(visits.bare);
      cold.push(visits.cold);
      cached.push(visits.cached);
    }
  } finally {
    await browser.close();
  }
  const of = (runs: Loaded[], field: keyof Loaded): number => median(runs.map((run) => run[field]));
  const bytes = of(bare, 'bytes');
  return [
    {
      what: 'web, bytes to the first tickets',
      figure: kb(bytes),
      limit: `${kb(firstScreenBudget)} brotli`,
      ratio: firstScreenBudget / bytes,
      goal: `≤ ${kb(firstScreenBudget)}`,
      met: bytes <= firstScreenBudget,
      memory: `${of(bare, 'requests')} requests, ${kb(of(bare, 'codeBytes'))} code`,
    },
    {
      what: 'web, with what is fetched beforehand',
      figure: kb(of(cold, 'bytes')),
      memory: `${of(cold, 'requests')} requests`,
    },
    {
      what: 'web, cold',
      figure: `${ms(of(cold, 'firstPaint'))} to first paint`,
      limit: `${ms(of(cold, 'firstTicket'))} to the first ticket`,
    },
    {
      what: 'web, cached',
      figure: `${ms(of(cached, 'firstPaint'))} to first paint`,
      limit: `${ms(of(cached, 'firstTicket'))} to the first ticket`,
      ratio: of(cold, 'firstTicket') / of(cached, 'firstTicket'),
      memory: `${of(cached, 'requests')} requests, ${kb(of(cached, 'bytes'))}`,
    },
  ];
};
