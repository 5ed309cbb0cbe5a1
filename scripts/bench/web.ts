import type { CDPSession, Page } from 'playwright-core';
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
  /** Time of the first paint in milliseconds. */
  firstPaint: number;
  firstTicket: number;
}

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

const sum = (seen: readonly Travelled[]): number => seen.reduce((total, { bytes }) => total + bytes, 0);

/** Opens the tickets and waits for the first row. */
export const openTickets = async (page: Page, server: Pick<Server, 'url'>): Promise<Loaded> => {
  const { seen, end } = await watchNetwork(page);
  const began = performance.now();
  await page.goto(`${server.url}/tickets`);
  await page.getByText('Sobre ').filter({ visible: true }).first().waitFor({ timeout: 60_000 });
  const firstTicket = performance.now() - began;
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const firstPaint = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN`,
  );
  await end();
  const code = seen.filter(({ isCode }) => isCode);
  return { requests: seen.length, bytes: sum(seen), codeBytes: sum(code), firstPaint, firstTicket };
};

/** Measures the first ticket screen in a real browser, with an empty cache and with a full one. */
export const web = async (server: Server): Promise<Row[]> => {
  const browser = await measuredBrowser();
  const bare: Loaded[] = [];
  const cold: Loaded[] = [];
  const cached: Loaded[] = [];
  try {
    for (let index = 0; index < 6; index += 1) {
      const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
      const login = await context.request.post(`${server.url}/api/auth/login`, {
        data: { email: emailOf(company, 1), password },
      });
      if (!login.ok()) throw new Error(`the login answered ${login.status()}`);
      const page = await context.newPage();
      if (index % 2 === 0) {
        await withoutIdleTime(page);
        bare.push(await openTickets(page, server));
      } else {
        cold.push(await openTickets(page, server));
        await page.goto('about:blank');
        cached.push(await openTickets(page, server));
      }
      await context.close();
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
