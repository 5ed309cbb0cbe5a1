import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openProduct, password, type Product } from './product.ts';

/** Largest allowed layout shift, summed as browsers do; 0.1 counts as good. */
const maxShift = 0.01;
const windows = [
  { width: 1440, height: 900 },
  { width: 1050, height: 800 },
  { width: 390, height: 844 },
];

let product: Product;

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
});
afterAll(() => product?.close());

interface Shift {
  value: number;
  hadRecentInput: boolean;
  sources: string[];
}

/** Opens a page that records layout shifts and skeletons. */
const openWatched = async (size: { width: number; height: number }): Promise<Page> => {
  // Responses cached by a worker would bypass the slowed network.
  const page = await product.visitor({ viewport: size, serviceWorkers: 'block', loadsAhead: true });
  await page.addInitScript(`
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries())
        shifts.push({ value, hadRecentInput, sources: sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 300) ?? '') });
    }).observe({ type: 'layout-shift', buffered: true });
    globalThis.skeletons = 0;
    new MutationObserver(() => (skeletons += document.querySelectorAll('#root [aria-busy="true"]').length))
      .observe(document, { childList: true, subtree: true });
  `);
  return page;
};
const signIn = async (page: Page): Promise<void> => {
  const answer = await page.request.post(`${product.host.url}/api/auth/login`, {
    data: { email: 'admin@balcao.local', password },
  });
  expect(answer.status()).toBe(200);
};
/** Waits until everything that follows has loaded. */
const waitUntilIdle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(700);
};
const expectNoJump = async (page: Page, what: string): Promise<void> => {
  const shifts = (await page.evaluate<Shift[]>(`shifts`)).filter(({ hadRecentInput }) => !hadRecentInput);
  const moved = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(moved, `${what}\n${JSON.stringify(shifts, null, 1)}`).toBeLessThanOrEqual(maxShift);
};

test('nothing jumps while the login, the tickets and a conversation open, at any width', async () => {
  for (const size of windows) {
    const page = await openWatched(size);
    await page.goto(`${product.host.url}/login`);
    await page.getByLabel('E-mail').waitFor();
    await waitUntilIdle(page);
    await expectNoJump(page, `login ${size.width}`);

    await signIn(page);
    await page.goto(`${product.host.url}/tickets`);
    const row = page.locator('[data-ticket]').first();
    await row.waitFor();
    await waitUntilIdle(page);
    // A phone remembers the height of the notices above the page from the first visit, and reserves it from then on.
    await page.reload();
    await row.waitFor();
    await waitUntilIdle(page);
    await expectNoJump(page, `tickets ${size.width}`);

    const uuid = await row.getAttribute('data-ticket');
    await page.goto(`${product.host.url}/tickets/${uuid}`);
    await page.getByRole('log').first().waitFor();
    await waitUntilIdle(page);
    await expectNoJump(page, `conversation ${size.width}`);
    await page.context().close();
  }
});

test('nothing jumps when every response is slow', async () => {
  const page = await openWatched({ width: 1440, height: 900 });
  await signIn(page);
  await page.goto(`${product.host.url}/tickets`);
  const uuid = await page.locator('[data-ticket]').first().getAttribute('data-ticket');
  let asked = 0;
  await page.route(/\/(api|plugins)\//, async (route) => {
    asked += 1;
    await page.waitForTimeout(300 + (asked % 4) * 150);
    await route.continue().catch(() => undefined);
  });
  await page.goto(`${product.host.url}/tickets/${uuid}`);
  await page.getByRole('log').first().waitFor();
  await waitUntilIdle(page);
  await expectNoJump(page, 'conversation over a slow line');
  await page.context().close();
});

test('the list is drawn with its rows and without a skeleton when all data is near', async () => {
  const page = await openWatched({ width: 1440, height: 900 });
  await signIn(page);
  const skeletons = async (): Promise<number> => {
    await page.goto(`${product.host.url}/tickets`);
    await page.locator('[data-ticket]').first().waitFor();
    return page.evaluate<number>(`skeletons`);
  };
  // A machine that is busy with something else may take longer than the page waits.
  await expect.poll(skeletons).toBe(0);
  await page.context().close();
});

test('before any code has loaded, the page shows the frame of the shell with a session and the frame of the login without one', async () => {
  const page = await product.visitor({ serviceWorkers: 'block' });
  const delayed: (() => void)[] = [];
  await page.route(/\/host\/start-.*\.js$/, async (route) => {
    await new Promise<void>((resolve) => delayed.push(resolve));
    await route.continue();
  });
  const frame = page.locator('#root > [aria-hidden="true"]');
  const sheet = frame.locator('> div').nth(1);
  await page.goto(`${product.host.url}/login`, { waitUntil: 'commit' });
  await frame.getByText('Balcão').waitFor();
  expect(await sheet.isVisible()).toBe(false);
  delayed.splice(0).forEach((go) => go());
  await page.getByLabel('E-mail').waitFor();
  expect(await frame.count()).toBe(0);

  await signIn(page);
  await page.goto(`${product.host.url}/tickets`, { waitUntil: 'commit' });
  await sheet.waitFor();
  expect(await frame.getByText('Balcão').isVisible()).toBe(false);
  // The theme chosen here applies, whatever the computer prefers.
  const ground = () => page.evaluate<string>(`getComputedStyle(document.documentElement).backgroundColor`);
  const light = await ground();
  delayed.splice(0).forEach((go) => go());
  await page.locator('[data-ticket]').first().waitFor();
  expect(await frame.count()).toBe(0);
  await page.evaluate(`localStorage.setItem('preferredTheme', 'dark')`);
  await page.goto(`${product.host.url}/tickets`, { waitUntil: 'commit' });
  await sheet.waitFor();
  expect(await ground()).not.toBe(light);
  delayed.splice(0).forEach((go) => go());
  await page.locator('[data-ticket]').first().waitFor();
  expect(product.troubles).toEqual([]);
  await page.context().close();
});
