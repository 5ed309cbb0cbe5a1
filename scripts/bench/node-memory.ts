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

/** Runs `call` at a fixed rate, whether or not the one before was answered. */
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

/**
 * Measures the memory of the node's process while customers write and are answered: including its threads, without the
 * database.
 */
export const nodeMemory = async (_installation: Installation, server: Server): Promise<Row[]> => {
  const tokens = await sessionsOf(
    server,
    companies.map((company) => ({ company, person: 1 })),
  );
  // Opened when needed: the server closes connections that are idle for some seconds.
  const clients: HttpClient[][] = tokens.map(() => []);
  const through = async (index: number, path: string, body: object): Promise<void> => {
    const free = clients[index % companies.length] ?? [];
    const client = free.shift() ?? (await HttpClient.open(server.url, tokens[index % companies.length] ?? ''));
    await client.post(path, body);
    free.push(client);
  };
  const atRest = await server.usage();
  const until = performance.now() + seconds * 1000;
  const readings: number[] = [];
  const looking = setInterval(() => void server.usage().then(({ rss }) => readings.push(rss)), 1_000);
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
  for (const client of clients.flat()) client.close();
  const max = Math.max(...readings);
  return [
    {
      what: `memory of a node, ${messagesPerSecond} messages and ${answersPerSecond} answers a second for ${seconds} s`,
      figure: `${mb(max)} at most, ${mb(readings.at(-1) ?? max)} at the end`,
      limit: `${mb(atRest.rss)} before, ${mb(heapUsed)} in use, ${messages} and ${answers} taken`,
      goal: `≤ ${mb(goalBytes)}`,
      met: max <= goalBytes,
      memory: mb(max),
    },
  ];
};
