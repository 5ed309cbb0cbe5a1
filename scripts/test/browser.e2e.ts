import { createServer } from 'node:http';
import { once } from 'node:events';
import { expect, inject, test } from 'vitest';
import { launchBrowser } from './browser.ts';

test('a real browser opens a page of a real server, runs its modules and shows its text', async () => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<p></p><script type="module">document.querySelector('p').textContent = 'Olá, ' + 'balcão';</script>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
    await page.getByText('Olá, balcão').waitFor();
    expect(await page.evaluate('Number(navigator.userAgent.match(/Chrome\\/(\\d+)/)[1]) >= 127')).toBe(true);
  } finally {
    await browser.close();
    server.close();
  }
});

test('the test files of a worker use one browser after the other, and find no window of an earlier one', async () => {
  const first = await launchBrowser();
  const beside = await launchBrowser();
  expect(beside).not.toBe(first);
  await beside.close();
  const page = await (await first.newContext()).newPage();
  await first.close();
  expect(page.isClosed()).toBe(true);
  const next = await launchBrowser();
  expect(next).toBe(first);
  expect(next.contexts()).toEqual([]);
  await next.close();
});

test('every test file has a database of its own', () => {
  expect(inject('databaseUrl')).toMatch(/^postgres:\/\/balcao:/);
});
