import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { axeFaults, axeFaultsInBothThemes } from '../axe.ts';

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

test('Everything is checked in the light theme and contrast again in the dark one, after a dialog has faded in', async () => {
  const page = await browser.newPage();
  await page.setContent(
    `<html lang="pt" style="color-scheme: light"><title>Temas</title><style>@media (prefers-color-scheme: dark) { main { background: #000 } }</style>
    <main><h1 style="color: #777">Temas</h1><img src="data:,"><p style="color: #333">Olá</p></main></html>`,
  );
  await page.evaluate(`
    matchMedia('(prefers-color-scheme: dark)').onchange = ({ matches }) => {
      document.documentElement.style.colorScheme = matches ? 'dark' : 'light';
    };
    document.querySelector('p').animate([{ opacity: 0 }, { opacity: 1 }], 700);
  `);
  expect(await axeFaultsInBothThemes(page)).toEqual([
    expect.stringContaining('light: image-alt'),
    expect.stringMatching(/dark: color-contrast: <p /),
  ]);
  expect(await page.locator('html').getAttribute('style')).toContain('light');
  await page.close();
});
