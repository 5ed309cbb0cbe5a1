import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { io, type Socket } from 'socket.io-client';
import { ticketListRoom } from '@balcao/tickets/contract';
import { sessionsOf } from './attendants.ts';
import { median, quantile } from './figures.ts';
import { HttpClient } from './http-client.ts';
import type { Memory, Server } from './installation.ts';
import {
  bigCompany,
  firstCompany,
  numberOf,
  openTickets,
  peopleEach,
  peopleOfBig,
  queueId,
  queuesOfBig,
  waitingTickets,
} from './seed.ts';
import { kb, mb, ms, perSecond, type Row } from './table.ts';

const attendants = 500;
const messagesPerSecond = 100;
const seconds = 6;
/** Messages sent before the measurement starts. */
const warmUp = 2 * messagesPerSecond;
const goalMs = 100;

interface Person {
  company: number;
  person: number;
  queue: number;
}

interface ReceivedMessage {
  ticket?: { lastMessage: string };
}

const connect = async (server: Server, token: string, { company, person, queue }: Person): Promise<Socket> => {
  const socket = io(server.url, {
    path: '/socket.io',
    transports: ['websocket'],
    reconnection: false,
    auth: { token },
  });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  for (const params of [{ queueId: queueId(company, queue) }, { userId: company * 1_000 + person }]) {
    const answer = (await socket.timeout(30_000).emitWithAck('join', { room: ticketListRoom.id, params })) as {
      ok?: true;
      error?: string;
    };
    if (!answer.ok) throw new Error(`a room was refused: ${answer.error}`);
  }
  return socket;
};

const inGroups = async <T, R>(items: readonly T[], size: number, work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += size)
    results.push(...(await Promise.all(items.slice(at, at + size).map(work))));
  return results;
};

interface Office {
  what: string;
  people: Person[];
  /** Companies that receive messages, in turn. */
  companies: number[];
}

const offices: Office[] = [
  {
    what: '25 companies of 20, each message to a queue of 20',
    companies: Array.from({ length: attendants / peopleEach }, (_, index) => firstCompany + 10 + index),
    people: Array.from({ length: attendants }, (_, index) => ({
      company: firstCompany + 10 + Math.floor(index / peopleEach),
      person: 1 + (index % peopleEach),
      queue: 1,
    })),
  },
  {
    what: `one company of 500, each message to a queue of ${peopleOfBig / queuesOfBig}`,
    companies: [bigCompany],
    people: Array.from({ length: attendants }, (_, index) => ({
      company: bigCompany,
      person: 1 + index,
      queue: 1 + ((1 + index) % queuesOfBig),
    })),
  },
];

const measure = async (
  server: Server,
  { what, people, companies }: Office,
): Promise<{ row: Row; perSocket: Memory }> => {
  const tokens = await sessionsOf(server, people);
  const before = await server.memory();
  const sockets = await inGroups([...people.entries()], 25, ([index, person]) =>
    connect(server, tokens[index] ?? '', person),
  );
  const after = await server.memory();
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  for (const socket of sockets) {
    socket.on('room', ({ data }: { data: ReceivedMessage }) => {
      const sent = sentAt.get(data.ticket?.lastMessage ?? '');
      if (sent !== undefined) delays.push(performance.now() - sent);
    });
  }
  const tokenOf = (company: number): string =>
    tokens[people.findIndex((person) => person.company === company && person.person === 1)] ?? '';
  const clients = new Map<number, HttpClient[]>();
  for (const company of companies)
    clients.set(company, await HttpClient.many(server.url, tokenOf(company), companies.length === 1 ? 20 : 2));
  const write = async (first: number, count: number, note: (body: string) => void): Promise<void> => {
    const began = performance.now();
    const answers: Promise<unknown>[] = [];
    for (let sent = 0; sent < count; sent += 1) {
      const company = companies[(first + sent) % companies.length] ?? firstCompany;
      const free = clients.get(company) ?? [];
      const client = free.shift() ?? (await HttpClient.open(server.url, tokenOf(company)));
      const body = `ao vivo ${randomUUID()}`;
      // Pending conversations: the attendants of their queue receive live messages.
      const contact = openTickets + 1 + ((first + sent) % waitingTickets);
      note(body);
      answers.push(
        client
          .post(`/sandbox/${company}/messages`, { from: numberOf(company, contact), body, id: body })
          .then(() => free.push(client)),
      );
      const next = began + ((sent + 1) * 1000) / messagesPerSecond;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
    }
    await Promise.all(answers);
  };
  // Each database connection plans a statement on first use.
  await write(0, warmUp, () => undefined);
  const { cpu } = await server.usage();
  const began = performance.now();
  const count = messagesPerSecond * seconds;
  const ownBefore = process.cpuUsage();
  const resolution = 5;
  const ownDelay = monitorEventLoopDelay({ resolution });
  ownDelay.enable();
  await write(warmUp, count, (body) => sentAt.set(body, performance.now()));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const own = process.cpuUsage(ownBefore);
  ownDelay.disable();
  const late = Math.max(0, ownDelay.percentile(99) / 1e6 - resolution);
  const took = performance.now() - began;
  const end = await server.memory();
  for (const socket of sockets) socket.close();
  for (const client of [...clients.values()].flat()) client.close();
  const p99 = quantile(delays, 0.99);
  const share = (user: number, system: number): string => `${Math.round((user + system) / 10 / took)} %`;
  const used = share(end.cpu.user - cpu.user, end.cpu.system - cpu.system);
  return {
    row: {
      what: `live, ${what}`,
      figure: `${perSecond(messagesPerSecond)}, ${(delays.length / count).toFixed(1)} heard each`,
      // The browsers of the bench run on the same machine, and the server lacks the CPU that they use.
      limit: `${used} of one core, the load itself ${share(own.user, own.system)} and ${ms(late)} late at p99`,
      goal: `p99 < ${goalMs} ms`,
      met: p99 < goalMs && delays.length >= count,
      p50: median(delays),
      p99,
      memory: mb(end.rss),
    },
    perSocket: {
      rss: (after.rss - before.rss) / sockets.length,
      heapUsed: (after.heapUsed - before.heapUsed) / sockets.length,
      cpu: end.cpu,
    },
  };
};

/** Measures the way from the channel's route to the attendants' sockets, with 500 attendants connected. */
export const live = async (server: Server): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const office of offices) {
    const { row, perSocket } = await measure(server, office);
    rows.push(row);
    if (rows.length === 1) {
      rows.push({
        what: 'memory of a socket, the first 500',
        figure: kb(perSocket.rss),
        limit: `${kb(perSocket.heapUsed)} of it heap`,
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  return rows;
};
