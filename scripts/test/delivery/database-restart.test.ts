import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@balcao/embedded-postgres';
import { databasePassword } from '@balcao/kernel/config';
import { ticketRoom } from '@balcao/tickets/contract';
import { StoredData } from './stored-data.ts';
import { Installation, type Node } from './nodes.ts';
import { Office } from './office.ts';
import { eventually } from '@balcao/testing';

// A separate server that syncs to disk as in production: other tests must not be affected by its restart.
let folder: string;
let postgres: EmbeddedPostgres;
let installation: Installation;
let books: StoredData;
let first: Node;
let second: Node;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'balcao-restart-'));
  postgres = await startEmbeddedPostgres({ dataDir: folder, password: databasePassword });
  installation = await Installation.on(postgres.url);
  books = new StoredData(postgres.url);
  [first, second] = await Promise.all([installation.startNode(), installation.startNode()]);
});
afterAll(async () => {
  await books?.close();
  await installation?.close();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('a database restart in the middle of 400 messages loses and doubles none of them', async () => {
  const office = await Office.open(first);
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
    await new Promise((resolve) => setTimeout(resolve, 1000 / 60));
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
  await eventually(async () => (await books.pendingEvents()) === 0);
  expect(await books.delivered(office.companyId)).toEqual(expected);
});

it('after a database outage, a message received by one server is shown live by the other again', async () => {
  const office = await Office.open(first);
  const [number] = office.numbers(1);
  const { ticketUuid } = await office.insist(number!, 'antes');
  await postgres.restart();
  const window = office.at(second);
  let browser = await window.live();
  const isThere = async (): Promise<boolean> =>
    (await browser.join(ticketRoom, { uuid: ticketUuid }).catch(() => undefined))?.ok === true;
  let sent = 0;
  await eventually(async () => {
    // A reconnected server closes its live connections, which may have missed something, and the browsers reconnect.
    if (!(await isThere())) browser = await window.live();
    if (!(await isThere())) return false;
    sent += 1;
    await office.insist(number!, `depois ${sent}`);
    return browser.received.some(({ event }) => event === 'message');
  });
  browser.close();
});

it('a killed database recovers by itself, with every acknowledged message', async () => {
  const office = await Office.open(first);
  const numbers = office.numbers(20);
  const writing = Promise.all(
    numbers.map(async (number) => {
      for (let index = 10; index < 40; index += 1) await office.insist(number, `${number}-${index}`);
    }),
  );
  await eventually(async () => (await books.counted(office.companyId)).messages > 100);
  const [pid] = (await readFile(path.join(postgres.folder, 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await writing;
  expect(office.refusals.filter(({ error }) => error !== 'ERR_DATABASE_UNAVAILABLE')).toEqual([]);
  const expected = numbers.map((number) => [
    number,
    Array.from({ length: 30 }, (_, index) => `${number}-${index + 10}`),
  ]);
  expect(await books.arrivals(office.companyId)).toEqual(new Map(expected as [string, string[]][]));
  await eventually(async () => (await books.pendingEvents()) === 0);
});
