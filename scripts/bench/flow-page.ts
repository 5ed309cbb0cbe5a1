import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { startEmbeddedPostgres } from '@balcao/embedded-postgres';
import { databasePassword } from '@balcao/kernel/config';
import { startTestHost, type Person } from '@balcao/testing';
import { largeFlow } from '../../plugins/flows/test/large-flow.ts';
import { buildStale } from '../../web-host/build/index.ts';
import { measuredBrowser } from './browser.ts';
import { median, quantile } from './figures.ts';
import { timePage } from './page-time.ts';
import { ms, type Row } from './table.ts';

const steps = 300;
const openings = 8;
const moves = 120;
const goals = { openMs: 500, frameMs: 1000 / 60 };

/** Opens the flow from the list, as people do; returns when the drawing was painted, since the click. */
const timeOpenings = async (page: Page, url: string): Promise<number[]> => {
  const times: number[] = [];
  for (let turn = 0; turn <= openings; turn += 1) {
    await page.goto(`${url}/flows`);
    const name = page.getByRole('row').getByText('Trezentos', { exact: true });
    await name.waitFor();
    await page.waitForTimeout(500);
    await page.evaluate(`new Promise((done) => {
      addEventListener('click', (event) => { globalThis.clicked = event.timeStamp; }, { capture: true, once: true });
      globalThis.opened = new Promise((painted) => {
        const look = () => document.querySelectorAll('.react-flow__node').length > 0
          ? requestAnimationFrame(() => setTimeout(() => painted(performance.now() - globalThis.clicked)))
          : requestAnimationFrame(look);
        look();
      });
      done();
    })`);
    await name.click();
    times.push(await page.evaluate<number>('globalThis.opened'));
  }
  // The first time fetches the editor.
  return times;
};

/** Drags the canvas about; returns the distances between frames. */
const pan = async (page: Page): Promise<number[]> => {
  const box = await page.getByRole('application', { name: 'Desenho do fluxo' }).boundingBox();
  if (!box) throw new Error('the canvas is not shown');
  await page.evaluate(`{
    globalThis.frames = [];
    let last = performance.now();
    const frame = (now) => { globalThis.frames.push(now - last); last = now; requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
  }`);
  const [x, y] = [box.x + 12, box.y + 12];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= moves; step += 1) {
    const part = (step / moves) * 2 * Math.PI;
    await page.mouse.move(x + 240 * Math.sin(part), y + 160 * (1 - Math.cos(part)));
  }
  await page.mouse.up();
  return page.evaluate<number[]>('globalThis.frames.slice(1)');
};

const rowsOf = async (url: string, person: Person): Promise<Row[]> => {
  const browser = await measuredBrowser();
  try {
    const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
    const { email, password } = person;
    await context.request.post(`${url}/api/auth/login`, { data: { email, password } });
    const page = await context.newPage();
    const [cold = 0, ...warm] = await timeOpenings(page, url);
    await page.waitForTimeout(1_500);
    let frames: number[] = [];
    const { tasks } = await timePage(browser, page, async () => {
      frames = await pan(page);
    });
    const late = tasks.filter((task) => task > goals.frameMs).length;
    const of = `flow of ${steps} steps in the browser`;
    return [
      {
        what: `${of}: from the click in the list to its drawing`,
        figure: `median ${ms(median(warm))}, slowest ${ms(Math.max(...warm))}`,
        limit: `${ms(cold)} the first time, which fetches the editor`,
        goal: `< ${goals.openMs} ms`,
        met: median(warm) < goals.openMs && cold < goals.openMs,
      },
      {
        what: `${of}: moved about by the pointer`,
        figure: `${late} of ${tasks.length} tasks longer than a frame of 1/60 s, longest ${ms(Math.max(...tasks))}`,
        limit: `median frame ${ms(median(frames))}, p99 ${ms(quantile(frames, 0.99))} of ${frames.length}`,
        goal: 'none',
        met: late === 0,
      },
    ];
  } finally {
    await browser.close();
  }
};

/** A large drawing in the real browser: how soon it is there, and the work while it is moved. It creates its own data. */
export const flowPage = async (): Promise<Row[]> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'balcao-flow-page-'));
  const database = await startEmbeddedPostgres({ dataDir, password: databasePassword, log: console.error });
  try {
    await buildStale({ log: () => undefined });
    const plugins = ['users', 'companies', 'queues', 'contacts', 'connections', 'tickets', 'tags', 'flows'];
    const host = await startTestHost({ databaseUrl: database.url, plugins });
    try {
      const company = await host.company({ settings: { flow: 'enabled' } });
      await company.admin.post('/flow', { title: 'Trezentos', data: largeFlow(steps), publish: false });
      return await rowsOf(host.url, company.admin);
    } finally {
      await host.close();
    }
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
