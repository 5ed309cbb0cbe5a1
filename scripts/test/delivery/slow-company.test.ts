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

const conversation = async (office: Office, number: string): Promise<number> => {
  const { ticketId } = await office.insist(number, `${number}-oi`);
  await office.accept(ticketId);
  return ticketId;
};

/** Sends five replies in each of ten conversations. */
const fifty = async (office: Office): Promise<void> => {
  await Promise.all(
    office.numbers(10).map(async (number) => {
      const ticketId = await conversation(office, number);
      for (const index of [1, 2, 3, 4, 5]) await office.reply(ticketId, `${number} resposta ${index}`);
    }),
  );
};

it('a company whose provider takes two seconds per message does not delay other companies', async () => {
  const slow = await Office.open(node);
  const fast = await Office.open(node);
  await slow.slowDown(2_000);
  await fifty(slow);
  await fifty(fast);
  const all = async (office: Office): Promise<boolean> => (await books.reached(office.companyId)) === 50;
  await eventually(async () => (await all(slow)) && (await all(fast)));
  const order = await books.finishes();
  const before = order.slice(0, order.lastIndexOf(fast.companyId) + 1);
  expect(before.filter((company) => company === fast.companyId)).toHaveLength(50);
  expect(before.filter((company) => company === slow.companyId).length).toBeLessThan(50);
});
