import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../test/browser.ts';
import { median } from './figures.ts';
import type { Server } from './installation.ts';
import { emailOf, firstCompany, password } from './seed.ts';
import { kb, ms, type Row } from './table.ts';

const goalBytes = 350 * 1024;
const company = firstCompany + 2;

interface Loaded {
  requests: number;
  bytes: number;
  /** Of modules and styles, with what HTTP adds to each. */
  codeBytes: number;
  firstPaint: number;
  firstTicket: number;
}

const watchNetwork = async (
  page: Page,
): Promise<{ session: CDPSession; seen: { requests: number; bytes: number; codeBytes: number } }> => {
  const session = await page.context().newCDPSession(page);
  const seen = { requests: 0, bytes: 0, codeBytes: 0 };
  const code = new Set<string>();
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (response.fromDiskCache) return;
    seen.requests += 1;
    if (['Script', 'Stylesheet'].includes(type)) code.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    seen.bytes += encodedDataLength;
    if (code.has(requestId)) seen.codeBytes += encodedDataLength;
  });
  return { session, seen };
};

/** Opens the tickets and waits for the first row. */
const open = async (page: Page, server: Server): Promise<Loaded> => {
  const { session, seen } = await watchNetwork(page);
  const began = performance.now();
  await page.goto(`${server.url}/tickets`);
  await page.getByText('Sobre ').filter({ visible: true }).first().waitFor({ timeout: 60_000 });
  const firstTicket = performance.now() - began;
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const firstPaint = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN`,
  );
  await session.detach();
  return { ...seen, firstPaint, firstTicket };
};

/** What the first ticket screen costs in a real browser: with nothing kept, and again with everything kept. */
export const web = async (server: Server): Promise<Row[]> => {
  const browser = await launchBrowser();
  const cold: Loaded[] = [];
  const cached: Loaded[] = [];
  try {
    for (let index = 0; index < 3; index += 1) {
      const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
      const login = await context.request.post(`${server.url}/api/auth/login`, {
        data: { email: emailOf(company, 1), password },
      });
      if (!login.ok()) throw new Error(`the login answered ${login.status()}`);
      const page = await context.newPage();
      cold.push(await open(page, server));
      await page.goto('about:blank');
      cached.push(await open(page, server));
      await context.close();
    }
  } finally {
    await browser.close();
  }
  const of = (runs: Loaded[], field: keyof Loaded): number => median(runs.map((run) => run[field]));
  const bytes = of(cold, 'bytes');
  return [
    {
      what: 'web, bytes to the first tickets',
      figure: kb(bytes),
      limit: `${kb(goalBytes)} brotli`,
      ratio: goalBytes / bytes,
      goal: `≤ ${kb(goalBytes)}`,
      met: bytes <= goalBytes,
      memory: `${of(cold, 'requests')} requests, ${kb(of(cold, 'codeBytes'))} code`,
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
