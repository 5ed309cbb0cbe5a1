import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { pageFaults } from '../suite/browser-suite.ts';

const pages: Record<string, string> = {
  '/sound': '<label>Nome <input></label>',
  '/unnamed': '<input>',
  '/pale': '<p style="background: light-dark(#fff, #222); color: #333">Texto</p>',
};
const server = createServer(({ url = '' }, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><html lang="pt" style="color-scheme: light"><title>Página</title><main><h1>Página</h1>${pages[url] ?? ''}</main>
    <script>
      const dark = matchMedia('(prefers-color-scheme: dark)');
      const paint = () => (document.documentElement.style.colorScheme = dark.matches ? 'dark' : 'light');
      dark.onchange = paint; paint();
    </script></html>`);
}).listen(0, '127.0.0.1');
let browser: Browser;
let page: Page;
let url: string;
beforeAll(async () => {
  if (!server.listening) await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(async () => {
  await browser?.close();
  server.close();
});

test('A page that everybody can use passes the browser suite', async () => {
  expect(await pageFaults(page, url, '/sound', [])).toEqual([]);
});

test('The browser suite reports a field without a name, low contrast in the dark theme, and a script error', async () => {
  expect((await pageFaults(page, url, '/unnamed', [])).join()).toMatch(/^\/unnamed, light: label:/);
  expect(await pageFaults(page, url, '/pale', [])).toEqual([expect.stringMatching(/^\/pale, dark: color-contrast:/)]);
  expect(await pageFaults(page, url, '/sound', ['page error: x is not a function'])).toEqual([
    '/sound: page error: x is not a function',
  ]);
});
