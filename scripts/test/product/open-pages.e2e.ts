import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Person } from '@balcao/testing';
import { openProduct, type Product } from './product.ts';

/** Each must stay silent, so that more of them would show nothing else. */
const pages = 8;

let product: Product;
let admin: Person;
let companyId: number;
/** Live messages that each page received, by event and subject. */
const received = new Map<Page, string[]>();
/** All requests of all pages from the moment they are settled. */
let requests: string[] = [];

const listen = (page: Page): void => {
  const messages: string[] = [];
  received.set(page, messages);
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const about = /"event":"(module|setting)","data":\{"(?:plugin|key)":"([^"]+)"/.exec(String(payload));
      if (about) messages.push(`${about[1]} ${about[2]}`);
    }),
  );
};

const quiet = async (page: Page): Promise<void> => {
  for (let before = -1; before < requests.length; await page.waitForTimeout(3_000)) before = requests.length;
};

/** Returns the requests of all pages caused by a change, once each of them has received its message. */
const requestsCausedBy = async (change: () => Promise<unknown>, message: string, times = 1): Promise<string[]> => {
  const [page] = received.keys();
  if (!page) throw new Error('no page is open');
  await quiet(page);
  requests = [];
  for (const messages of received.values()) messages.length = 0;
  await change();
  await expect
    .poll(() => [...received.values()].map((messages) => messages.filter((one) => one === message).length))
    .toEqual(Array.from({ length: pages }, () => times));
  await page.waitForTimeout(1_500);
  return requests;
};

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'), [
    ...['users', 'queues', 'contacts', 'connections', 'tickets', 'kanban', 'companies', 'platform', 'tags'],
    ...['channel-sandbox', 'channel-webchat', 'finance'],
  ]);
  admin = await product.person('admin@balcao.local');
  ({ companyId } = (await admin.get<{ companyId: number }>('/auth/me')).body);
  const first = await product.windowOf('ana@balcao.local', { loadsAhead: true });
  const context = first.context();
  // Pages renew their session one after another: each gets the next token of the chain.
  for (let index = 0; index < pages; index += 1) {
    const page = await context.newPage();
    listen(page);
    await page.goto(`${product.host.url}/tickets`);
    await page.getByRole('option').first().waitFor();
  }
  await first.close();
  context.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
}, 300_000);
afterAll(() => product?.close());

const put = async (key: string, value: unknown): Promise<void> => {
  const { status } = await admin.put(`/settings/${key}`, { value });
  expect(status).toBe(200);
};

test(`${pages} open pages apply a changed setting without a request`, async () => {
  expect(await requestsCausedBy(() => put('userRating', 'enabled'), 'setting userRating')).toEqual([]);
});

test(`${pages} open pages receive nothing about a changed key, and send no request`, async () => {
  const change = async (): Promise<void> => {
    await product.host.kernel.identity.settings.set(companyId, 'asaas', 'a-key-of-the-payment-provider');
    // Messages are ordered: a page that received this one would have received the key's.
    await put('userRating', 'disabled');
  };
  expect(await requestsCausedBy(change, 'setting userRating')).toEqual([]);
  expect([...received.values()].flat().filter((message) => message.includes('asaas'))).toEqual([]);
});

test(`${pages} open pages apply a plugin switch, off and on again, without a request`, async () => {
  const change = async (): Promise<void> => {
    await put('kanbanEnabled', 'disabled');
    await put('kanbanEnabled', 'enabled');
  };
  expect(await requestsCausedBy(change, 'module kanban', 2)).toEqual([]);
});
