import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../scripts/test/browser.ts';
import { cutFont } from '../build/font.ts';

const file = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const text = 'Não apague nada: “José”, Avenida 11 de Maio, R$ 1.234,56 às 9h → ok…';
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test('the cut typeface has half the size, and sets every line exactly as wide as the whole one', async () => {
  const whole = await readFile(file);
  const { bytes } = await cutFont(whole);
  expect(bytes.length).toBeLessThan(whole.length / 2);
  const face = (name: string, font: Buffer) =>
    `@font-face{font-family:${name};font-weight:100 900;src:url(data:font/woff2;base64,${font.toString('base64')})}`;
  const lines = (name: string) =>
    [400, 460, 500, 600, 640, 700]
      .flatMap((weight) => ['normal', 'tabular-nums'].map((figures) => ({ weight, figures })))
      .map(
        ({ weight, figures }) =>
          `<span style="font:${weight} 13px ${name},monospace;font-variant-numeric:${figures};white-space:nowrap">${text}</span><br>`,
      )
      .join('');
  const page = await browser.newPage();
  await page.setContent(`<style>${face('Whole', whole)}${face('Cut', bytes)}</style>${lines('Whole')}${lines('Cut')}`);
  await page.evaluate('document.fonts.ready');
  const widths = await page.evaluate<number[]>(
    `[...document.querySelectorAll('span')].map((line) => line.getBoundingClientRect().width)`,
  );
  expect(
    await page.evaluate(
      `document.fonts.check('13px Cut') && [...document.fonts].every(({ status }) => status === 'loaded')`,
    ),
  ).toBe(true);
  expect(widths.slice(widths.length / 2)).toEqual(widths.slice(0, widths.length / 2));
});
