import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { axeFaults } from '../axe.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test('A colour in transition to a readable one is no fault, and an unreadable one is', async () => {
  const page = await browser.newPage();
  await page.setContent(
    `<html lang="pt"><title>Cores</title><main><h1>Cores</h1><p style="color: #ddd; transition: color 60s">Olá</p></main>`,
  );
  const contrast = () => axeFaults(page, { only: ['color-contrast'] });
  expect(await contrast()).toEqual([expect.stringContaining('color-contrast')]);
  await page.locator('p').evaluate((text) => {
    text.setAttribute('style', 'color: #111; transition: color 60s');
  });
  expect(await contrast()).toEqual([]);
  await page.close();
});
