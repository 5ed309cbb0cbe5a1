import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { measuredBrowser } from './browser.ts';
import { median } from './figures.ts';
import { generatedId, writePlugins } from './generated-plugins.ts';
import type { Installation, Server } from './installation.ts';
import { emailOf, firstCompany, password } from './seed.ts';
import { kb, ms, type Row } from './table.ts';
import { measureVisits, type Loaded } from './web.ts';

const company = firstCompany + 2;
const login = { email: emailOf(company, 1), password };
const rounds = 5;
/** External plugins that are on besides those of the platform. */
const further = [0, 12, 40];
const goals = { coldMs: 500, cachedMs: 350, requests: 25, bytes: 300 * 1024, bytesEach: 2 * 1024 };

/** Switches the first plugins on and the rest off, which earlier runs may have left on. */
const enable = async ({ url }: Server, count: number): Promise<void> => {
  const json = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers: json, body: JSON.stringify(login) });
  const { token } = (await answer.json()) as { token: string };
  for (let n = 0; n < Math.max(...further); n += 1) {
    const value = n < count ? 'enabled' : 'disabled';
    const { ok, status } = await fetch(`${url}/api/settings/${encodeURIComponent(`plugin:${generatedId(n)}`)}`, {
      method: 'PUT',
      headers: { ...json, authorization: `Bearer ${token}` },
      body: JSON.stringify({ value }),
    });
    if (!ok) throw new Error(`${generatedId(n)} was not ${value}: ${status}`);
  }
};

interface Measured {
  bare: Loaded[];
  cold: Loaded[];
  cached: Loaded[];
}

const measure = async (server: Server): Promise<Measured> => {
  const browser = await measuredBrowser();
  const measured: Measured = { bare: [], cold: [], cached: [] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { bare, cold, cached } = await measureVisits(browser, server, login);
      measured.bare.push(bare);
      measured.cold.push(cold);
      measured.cached.push(cached);
    }
  } finally {
    await browser.close();
  }
  return measured;
};

const of = (runs: readonly Loaded[], field: keyof Loaded): number => median(runs.map((run) => run[field]));

const rowsOf = (count: number, { bare, cold, cached }: Measured, none: Measured): Row[] => {
  const [requests, bytes] = [of(bare, 'requests'), of(bare, 'bytes')];
  const [coldMs, cachedMs] = [of(cold, 'firstTicket'), of(cached, 'firstTicket')];
  const grown = count === 0 ? 0 : (bytes - of(none.bare, 'bytes')) / count;
  const isLight = count === 0 ? bytes <= goals.bytes : grown <= goals.bytesEach;
  // Entries of external plugins are bundled: one request, however many they are.
  const isFew = requests <= goals.requests && requests <= of(none.bare, 'requests') + 1;
  const what = `first ticket, ${count} further plugins`;
  return [
    {
      what: `${what}, requests and bytes`,
      figure: `${requests} requests, ${kb(bytes)}`,
      limit: count === 0 ? `${kb(of(bare, 'codeBytes'))} of it code` : `${Math.round(grown)} bytes each`,
      goal:
        count === 0
          ? `≤ ${goals.requests}, ≤ ${kb(goals.bytes)}`
          : `≤ ${goals.requests}, one for all of them, ≤ ${kb(goals.bytesEach)} each`,
      met: isLight && isFew,
    },
    { what: `${what}, cold`, figure: ms(coldMs), goal: `≤ ${ms(goals.coldMs)}`, met: coldMs <= goals.coldMs },
    {
      what: `${what}, cached`,
      figure: ms(cachedMs),
      limit: `${ms(coldMs)} cold`,
      ratio: coldMs / cachedMs,
      goal: `≤ ${ms(goals.cachedMs)}`,
      met: cachedMs <= goals.cachedMs,
    },
  ];
};

/** Measures the requests before a browser's first ticket, with further plugins on. `idle`: a server without them. */
export const waterfall = async (installation: Installation, idle: Server): Promise<Row[]> => {
  // Two servers at once would both watch the plugins folder.
  await idle.stop();
  const folder = path.join(installation.dataDir, 'plugins');
  await mkdir(folder, { recursive: true });
  await writePlugins(folder, Math.max(...further));
  const server = await installation.startServer();
  const all: [count: number, measured: Measured][] = [];
  try {
    for (const count of further) {
      await enable(server, count);
      all.push([count, await measure(server)]);
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const [, none] = all[0] ?? [];
  return none ? all.flatMap(([count, measured]) => rowsOf(count, measured, none)) : [];
};
