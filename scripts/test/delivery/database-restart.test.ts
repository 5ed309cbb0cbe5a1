import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../kernel/embedded-postgres/index.ts';
import { Books, eventually } from './books.ts';
import { Installation, type Node } from './nodes.ts';
import { Office } from './office.ts';

// A server of its own, which syncs to disk as in production: others must not feel it go.
let folder: string;
let postgres: EmbeddedPostgres;
let installation: Installation;
let books: Books;
let node: Node;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'balcao-restart-'));
  postgres = await startEmbeddedPostgres({ dataDir: folder });
  installation = await Installation.on(postgres.url);
  books = new Books(postgres.url);
  node = await installation.startNode();
});
afterAll(async () => {
  await books?.close();
  await installation?.close();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('A database that restarts in the middle of 400 messages costs none of them, and none is doubled', async () => {
  const office = await Office.open(node);
  const numbers = office.numbers(40);
  const sent = Array.from({ length: 400 }, (_, index) => {
    const number = numbers[index % numbers.length]!;
    return { number, id: `${number}-${String(index).padStart(3, '0')}` };
  });
  // Each person writes the next message once the last one is acknowledged.
  const lastOf = new Map<string, Promise<unknown>>();
  let restarted: Promise<void> | undefined;
  for (const [index, { number, id }] of sent.entries()) {
    lastOf.set(
      number,
      (lastOf.get(number) ?? Promise.resolve()).then(() => office.insist(number, id)),
    );
    if (index === 200) restarted = postgres.restart();
    await new Promise((resolve) => setTimeout(resolve, 1000 / 30));
  }
  await restarted;
  await Promise.all(lastOf.values());
  expect(office.refusals.length).toBeGreaterThan(0);
  expect(office.refusals.filter(({ error }) => error !== 'ERR_DATABASE_UNAVAILABLE')).toEqual([]);
  const expected = new Map(
    numbers.map((number) => [number, sent.filter((one) => one.number === number).map(({ id }) => id)]),
  );
  expect(await books.arrivals(office.companyId)).toEqual(expected);
  expect(await books.counted(office.companyId)).toEqual({ contacts: 40, tickets: 40, messages: 400, unread: 400 });
  await eventually(async () => (await books.owed()) === 0);
  expect(await books.told(office.companyId)).toEqual(expected);
});
