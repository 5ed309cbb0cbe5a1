import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sessionsOf } from './attendants.ts';
import { HttpClient } from './http-client.ts';
import type { Installation, Server } from './installation.ts';
import { firstCompany, longConversation, numberOf, openTickets } from './seed.ts';
import { mb, type Row } from './table.ts';

/** Not the third one: the screens that are measured afterwards wait for the words of its seed. */
const companies = [0, 1, 3, 4].map((index) => firstCompany + index);
const messagesPerSecond = 24;
const answersPerSecond = 6;
const seconds = 90;
const goalBytes = 320 * 1024 * 1024;

/** Runs `call` so many times a second, whether the one before was answered or not. */
const steadily = async (
  perSecond: number,
  until: number,
  call: (index: number) => Promise<unknown>,
): Promise<number> => {
  const under: Promise<unknown>[] = [];
  const failures: unknown[] = [];
  const began = performance.now();
  for (let index = 0; performance.now() < until; index += 1) {
    under.push(call(index).catch((error: unknown) => failures.push(error)));
    await sleep(Math.max(0, began + ((index + 1) * 1000) / perSecond - performance.now()));
  }
  await Promise.all(under);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${under.length} calls failed`);
  return under.length;
};

/** What the node's process stands at while customers write and are answered: its threads are in it, the database not. */
export const nodeMemory = async (_installation: Installation, server: Server): Promise<Row[]> => {
  const tokens = await sessionsOf(
    server,
    companies.map((company) => ({ company, person: 1 })),
  );
  // Opened when they are needed: the server ends a connection on which nothing was asked for some seconds.
  const doors: HttpClient[][] = tokens.map(() => []);
  const through = async (index: number, path: string, body: object): Promise<void> => {
    const free = doors[index % companies.length] ?? [];
    const door = free.shift() ?? (await HttpClient.open(server.url, tokens[index % companies.length] ?? ''));
    await door.post(path, body);
    free.push(door);
  };
  const atRest = await server.usage();
  const until = performance.now() + seconds * 1000;
  const stood: number[] = [];
  const looking = setInterval(() => void server.usage().then(({ rss }) => stood.push(rss)), 1_000);
  const [messages, answers] = await Promise.all([
    steadily(messagesPerSecond, until, (index) => {
      const company = companies[index % companies.length] ?? firstCompany;
      const id = randomUUID();
      const from = numberOf(company, 1 + (index % openTickets));
      return through(index, `/sandbox/${company}/messages`, { from, body: `mensagem ${id}`, id });
    }),
    steadily(answersPerSecond, until, (index) => {
      const company = companies[index % companies.length] ?? firstCompany;
      return through(index, `/messages/${longConversation(company) + 1 + (index % (openTickets - 2))}`, {
        body: `resposta ${randomUUID()}`,
      });
    }),
  ]);
  clearInterval(looking);
  const { heapUsed } = await server.memory();
  for (const door of doors.flat()) door.close();
  const most = Math.max(...stood);
  return [
    {
      what: `memory of a node, ${messagesPerSecond} messages and ${answersPerSecond} answers a second for ${seconds} s`,
      figure: `${mb(most)} at most, ${mb(stood.at(-1) ?? most)} at the end`,
      limit: `${mb(atRest.rss)} before, ${mb(heapUsed)} in use, ${messages} and ${answers} taken`,
      goal: `≤ ${mb(goalBytes)}`,
      met: most <= goalBytes,
      memory: mb(most),
    },
  ];
};
