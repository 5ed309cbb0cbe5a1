import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { eventually } from '@balcao/testing';
import { StoredData } from './stored-data.ts';
import { Installation, nodeDatabase, type Node } from './nodes.ts';
import { Office } from './office.ts';

// Automatic messages of the company must neither lose nor double a message, nor change the order.
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
const ruled = async (node: Node): Promise<Office> => {
  const office = await Office.open(node);
  await office.switchRulesOn();
  return office;
};
const quiet = (): Promise<boolean> => eventually(async () => (await books.pendingEvents()) === 0);

const expectMenus = async (office: Office, conversations: number): Promise<void> => {
  await quiet();
  const menus = await books.menus(office.companyId);
  expect(menus).toHaveLength(conversations);
  expect(Math.min(...menus)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...menus)).toBeLessThanOrEqual(3);
  expect(await books.reached(office.companyId)).toBe(menus.reduce((sum, count) => sum + count, 0));
  expect(await books.unsent(office.companyId)).toBe(0);
};

it('with every rule on, sixty new people who write five messages each at once into two servers lose none, double none, and each gets the menu once', async () => {
  const office = await ruled(first);
  const other = office.at(second);
  const numbers = office.numbers(60);
  await Promise.all(
    numbers.map(async (number) => {
      for (const [index, id] of five(number).entries()) await (index % 2 === 0 ? office : other).insist(number, id);
    }),
  );
  expect([...office.refusals, ...other.refusals]).toEqual([]);
  expect(await books.counted(office.companyId)).toEqual({ contacts: 60, tickets: 60, messages: 300, unread: 300 });
  const asSent = new Map(numbers.map((number) => [number, five(number)]));
  expect(await books.arrivals(office.companyId)).toEqual(asSent);
  await expectMenus(office, 60);
  expect(await books.delivered(office.companyId)).toEqual(asSent);
});

it('with every rule on, a server killed in a burst loses no acknowledged message and no menu, and sends none twice', async () => {
  const office = await ruled(second);
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
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await second.kill();
  await Promise.all(writers);
  second = await installation.startNode();
  const again = office.at(second);
  await Promise.all([...unanswered].map(([number, id]) => again.insist(number, id)));
  const expected = new Map(numbers.map((number) => [number, [...acknowledged.get(number)!, unanswered.get(number)!]]));
  expect(await books.arrivals(office.companyId)).toEqual(expected);
  expect(await books.counted(office.companyId)).toMatchObject({ contacts: 40, tickets: 40 });
  await expectMenus(again, 40);
});

it('with every rule on, ratings that arrive three times at two servers, one of which is killed, are stored once and start no conversation', async () => {
  const office = await ruled(first);
  const numbers = office.numbers(20);
  for (const number of numbers) {
    const { ticketId } = await office.insist(number, `${number}-oi`);
    await office.accept(ticketId);
    await office.close(ticketId);
  }
  await quiet();
  const other = office.at(second);
  // Each sends to the server that goes down once; without a response it tries the other, as providers do.
  const answers = numbers.flatMap((number, index) => {
    const rating = [number, `${number}-nota`, String((index % 3) + 1)] as const;
    return [office.insist(...rating), other.deliver(...rating), office.insist(...rating)];
  });
  await second.kill();
  await Promise.all(answers);
  second = await installation.startNode();
  await quiet();
  const ratings = await books.ratings(office.companyId);
  expect(ratings.toSorted()).toEqual(numbers.map((_number, index) => (index % 3) + 1).toSorted());
  expect(await books.counted(office.companyId)).toEqual({ contacts: 20, tickets: 20, messages: 40, unread: 0 });
});
