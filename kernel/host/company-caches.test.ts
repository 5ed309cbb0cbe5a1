import { companyCache } from '@balcao/sdk/server';
import { beforeEach, expect, test } from 'vitest';
import { CompanyCaches } from './company-caches.ts';

const changed = { kind: 'event', id: 'shop.price.changed' } as const;
const prices = companyCache<number>('shop.prices', { load: async () => 0, invalidatedBy: [changed as never] });

let price: number;
let loads: number;
let clock: number;
let receives: ((payload: string) => void)[];
let losses: { onLost(): void; onReconnect(): void }[];
let nodes: CompanyCaches[];
const load = async (): Promise<number> => {
  loads += 1;
  return price;
};
const read = (node: number, company = 1): Promise<number> => nodes[node]!.get(prices, company, load);

beforeEach(async () => {
  [price, loads, clock, receives, losses] = [10, 0, 0, [], []];
  nodes = [0, 1].map(
    () =>
      new CompanyCaches({
        declared: () => [prices],
        listen: async (_channel, receive, options) => {
          receives.push(receive);
          losses.push(options);
          return async () => undefined;
        },
        notify: async (_channel, payload) => receives.forEach((receive) => receive(payload)),
        log: { info: () => undefined } as never,
        now: () => clock,
      }),
  );
  for (const node of nodes) await node.start();
});

test('A value is read once on a node for each company, and never served to another company', async () => {
  expect([await read(0), await read(0), await read(0)]).toEqual([10, 10, 10]);
  expect(loads).toBe(1);
  price = 20;
  expect(await read(0, 2)).toBe(20);
  expect(await read(0)).toBe(10);
});

test('After a change was announced, this node and the other one read the new value', async () => {
  await Promise.all([read(0), read(1), read(1, 2)]);
  price = 20;
  nodes[0]!.emitted(1, changed.id);
  expect([await read(0), await read(1)]).toEqual([20, 20]);
  expect(await read(1, 2)).toBe(10);
});

test('A value that was being read while it changed is not cached', async () => {
  let finish: (value: number) => void = () => undefined;
  const slow = nodes[0]!.get(prices, 1, () => new Promise<number>((resolve) => (finish = resolve)));
  nodes[1]!.emitted(1, changed.id);
  price = 20;
  finish(10);
  await slow;
  expect(await read(0)).toBe(20);
});

test('A node without its notification connection caches nothing until it is back', async () => {
  await read(1);
  losses[1]!.onLost();
  price = 20;
  expect(await read(1)).toBe(20);
  price = 30;
  expect(await read(1)).toBe(30);
  losses[1]!.onReconnect();
  await read(1);
  price = 40;
  expect(await read(1)).toBe(30);
});

test('A value that could not be read is read again', async () => {
  await expect(nodes[0]!.get(prices, 1, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await read(0)).toBe(10);
});

test('No value is cached longer than five minutes, whatever was announced', async () => {
  await read(0);
  price = 20;
  clock = 300_001;
  expect(await read(0)).toBe(20);
});

test('A new version of a plugin does not get values that the old one cached', async () => {
  await read(0);
  price = 20;
  const next = companyCache<number>('shop.prices', { load, invalidatedBy: [changed as never] });
  expect(await nodes[0]!.get(next, 1, load)).toBe(20);
});
