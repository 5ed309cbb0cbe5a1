import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { eventually } from '@balcao/testing';
import { StoredData } from './stored-data.ts';
import { Installation, nodeDatabase, type Node } from './nodes.ts';
import { Office } from './office.ts';

let database: Awaited<ReturnType<typeof nodeDatabase>>;
let installation: Installation;
let books: StoredData;
let first: Node;
let second: Node;
beforeAll(async () => {
  database = await nodeDatabase(inject('databaseUrl'));
  installation = await Installation.on(database.url);
  books = new StoredData(database.url);
  [first, second] = await Promise.all([installation.startNode(), installation.startNode()]);
});
afterAll(async () => {
  await books?.close();
  await installation?.close();
  await database?.drop();
});

const five = (number: string): string[] => [1, 2, 3, 4, 5].map((index) => `${number}-${index}`);
const asSent = (numbers: string[]): Map<string, string[]> => new Map(numbers.map((number) => [number, five(number)]));
const whole = { contacts: 100, tickets: 100, messages: 500, unread: 500 };

it('a hundred new people who write five messages each at once lose none, and each conversation shows them in order', async () => {
  const office = await Office.open(first);
  const numbers = office.numbers(100);
  await Promise.all(
    numbers.map(async (number) => {
      for (const id of five(number)) await office.insist(number, id);
    }),
  );
  expect(office.refusals).toEqual([]);
  expect(await books.counted(office.companyId)).toEqual(whole);
  expect(await books.arrivals(office.companyId)).toEqual(asSent(numbers));
  await eventually(async () => (await books.pendingEvents()) === 0);
  expect(await books.delivered(office.companyId)).toEqual(asSent(numbers));
});

it('the same burst into two servers on one database creates one contact and one conversation per person', async () => {
  const office = await Office.open(first);
  const other = office.at(second);
  const numbers = office.numbers(100);
  await Promise.all(
    numbers.map(async (number) => {
      for (const [index, id] of five(number).entries()) await (index % 2 === 0 ? office : other).insist(number, id);
    }),
  );
  expect([...office.refusals, ...other.refusals]).toEqual([]);
  expect(await books.counted(office.companyId)).toEqual(whole);
  expect(await books.arrivals(office.companyId)).toEqual(asSent(numbers));
  await eventually(async () => (await books.pendingEvents()) === 0);
  expect(await books.delivered(office.companyId)).toEqual(asSent(numbers));
});

it('a message that the provider delivers three times at once is stored once', async () => {
  const office = await Office.open(first);
  const other = office.at(second);
  const numbers = office.numbers(60);
  const answers = await Promise.all(
    numbers.flatMap((number) => [office, other, office].map((node) => node.insist(number, `${number}-1`))),
  );
  expect([...office.refusals, ...other.refusals]).toEqual([]);
  expect(answers.filter(({ fresh }) => fresh)).toHaveLength(60);
  expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(60);
  expect(await books.counted(office.companyId)).toEqual({ contacts: 60, tickets: 60, messages: 60, unread: 60 });
});
