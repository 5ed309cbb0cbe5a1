import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { eventually } from '@balcao/testing';
import { StoredData } from './stored-data.ts';
import { Installation, nodeDatabase, type Node } from './nodes.ts';
import { Office } from './office.ts';

let database: Awaited<ReturnType<typeof nodeDatabase>>;
let installation: Installation;
let books: StoredData;
let node: Node;
beforeAll(async () => {
  database = await nodeDatabase(inject('databaseUrl'));
  installation = await Installation.on(database.url);
  books = new StoredData(database.url);
  node = await installation.startNode();
});
afterAll(async () => {
  await books?.close();
  await installation?.close();
  await database?.drop();
});

it('a server killed in a burst and restarted has every acknowledged message once, and delivers the event of each', async () => {
  const office = await Office.open(node);
  const numbers = office.numbers(40);
  const acknowledged = new Map<string, string[]>(numbers.map((number) => [number, []]));
  const unanswered = new Map<string, string>();
  const writers = numbers.map(async (number) => {
    for (let index = 1; ; index += 1) {
      const id = `${number}-${String(index).padStart(4, '0')}`;
      if (!(await office.deliver(number, id))) {
        unanswered.set(number, id);
        return;
      }
      acknowledged.get(number)?.push(id);
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await node.kill();
  await Promise.all(writers);
  expect(office.refusals.filter(({ status }) => status !== 0)).toEqual([]);

  node = await installation.startNode();
  const again = office.at(node);
  await Promise.all([...unanswered].map(([number, id]) => again.insist(number, id)));
  const expected = new Map(numbers.map((number) => [number, [...acknowledged.get(number)!, unanswered.get(number)!]]));
  expect(await books.arrivals(office.companyId)).toEqual(expected);
  expect(await books.counted(office.companyId)).toMatchObject({ contacts: 40, tickets: 40 });
  await eventually(async () => (await books.pendingEvents()) === 0);
  expect(await books.delivered(office.companyId)).toEqual(expected);
});

/** Blocks the emitting of events until `release`. */
const noEvents = async (): Promise<{ waiting: () => Promise<boolean>; release: () => Promise<void> }> => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin; lock table kernel.outbox in share mode');
  return {
    /** Returns whether a statement that stores a batch has stored its messages and waits to emit their events. */
    waiting: async () => {
      // Within a transaction PostgreSQL returns the snapshot of its first answer.
      const { rows } = await client.query<{ waits: boolean }>(
        `select pg_stat_clear_snapshot(), exists (select from pg_stat_activity where datname = current_database()
           and query like '%tickets.receive_batch(%' and wait_event_type = 'Lock') as waits`,
      );
      return rows[0]?.waits === true;
    },
    release: async () => {
      await client.query('rollback');
      await client.end();
    },
  };
};

it('a server killed within the statement that stores a batch has none of it, and all of it once after the retry', async () => {
  const office = await Office.open(node);
  const numbers = office.numbers(30);
  await Promise.all(numbers.map((number) => office.insist(number, `${number}-1`)));
  const events = await noEvents();
  const outcomes = Promise.all(numbers.map((number) => office.deliver(number, `${number}-2`)));
  try {
    await eventually(events.waiting);
    await node.kill();
  } finally {
    await events.release();
  }
  expect((await outcomes).every((answer) => !answer)).toBe(true);
  const before = new Map(numbers.map((number) => [number, [`${number}-1`]]));
  expect(await books.arrivals(office.companyId)).toEqual(before);

  node = await installation.startNode();
  const again = office.at(node);
  await Promise.all(numbers.map((number) => again.insist(number, `${number}-2`)));
  const expected = new Map(numbers.map((number) => [number, [`${number}-1`, `${number}-2`]]));
  expect(await books.arrivals(office.companyId)).toEqual(expected);
  expect(await books.counted(office.companyId)).toMatchObject({ contacts: 30, tickets: 30 });
  await eventually(async () => (await books.pendingEvents()) === 0);
  expect(await books.delivered(office.companyId)).toEqual(expected);
});

/** Creates twenty open conversations: number and ticket. */
const conversations = async (office: Office): Promise<Map<string, number>> => {
  const opened = await Promise.all(
    office.numbers(20).map(async (number) => {
      const { ticketId } = await office.insist(number, `${number}-oi`);
      await office.accept(ticketId);
      return [number, ticketId] as const;
    }),
  );
  return new Map(opened);
};

const ten = (number: string): string[] => Array.from({ length: 10 }, (_, index) => `${number} resposta ${index}`);

const answerAll = (office: Office, opened: Map<string, number>): Promise<unknown> =>
  Promise.all(
    [...opened].map(async ([number, ticketId]) => {
      for (const body of ten(number)) await office.reply(ticketId, body);
    }),
  );

const expectAtPhones = async (office: Office, opened: Map<string, number>): Promise<void> => {
  await eventually(async () => (await books.reached(office.companyId)) >= 200);
  await eventually(async () => (await books.pendingEvents()) === 0);
  for (const number of opened.keys()) {
    expect((await office.gotAt(number)).map(({ body }) => body)).toEqual(ten(number));
  }
};

it('two hundred replies over twenty conversations reach the phones once each, in order', async () => {
  const office = await Office.open(node);
  const opened = await conversations(office);
  await answerAll(office, opened);
  expect(office.refusals).toEqual([]);
  await expectAtPhones(office, opened);
});

it('a server killed while it sends two hundred replies sends each once and in order after its restart', async () => {
  const office = await Office.open(node);
  const opened = await conversations(office);
  await office.slowDown(100);
  await answerAll(office, opened);
  await eventually(async () => (await books.reached(office.companyId)) >= 40);
  await node.kill();
  expect(await books.reached(office.companyId)).toBeLessThan(200);
  node = await installation.startNode();
  await expectAtPhones(office.at(node), opened);
});
