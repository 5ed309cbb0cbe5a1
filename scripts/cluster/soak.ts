import { setTimeout as delay } from 'node:timers/promises';
import { StoredData } from '../test/delivery/stored-data.ts';
import { logIn, superUser } from '../test/delivery/nodes.ts';
import type { Cluster } from './cluster.ts';
import { BusyCompany } from './company.ts';
import { add, compare, compareAll, none, type Faults } from './count.ts';
import { mediaFaults } from './media.ts';
import { roundRobin } from './round-robin.ts';
import { OpenBrowsers, pollingWorks } from './sockets.ts';
import { eventually } from '@balcao/testing';

export interface SoakOptions {
  minutes: number;
  companies: number;
  sockets: number;
  /** Customers' messages per second. */
  rate: number;
  /** Seconds between two kills of a node. */
  killEvery: number;
}

export interface Incident {
  at: number;
  what: string;
  /** Connections that browsers lost, with the duration of each in milliseconds. */
  returns: number[];
}

export interface Outcome {
  stored: Faults;
  delivered: Faults;
  answered: Faults;
  incidents: Incident[];
  refusals: Map<string, number>;
  received: number;
  written: number;
  seconds: number;
  pending: number;
  checks: { what: string; faults: string[] }[];
  /** Failed reconnection attempts of browsers, by message. */
  linkRefusals: Map<string, number>;
}

const groupsOf = async <T>(count: number, size: number, work: (index: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let from = 0; from < count; from += size)
    results.push(
      ...(await Promise.all(Array.from({ length: Math.min(size, count - from) }, (_, index) => work(from + index)))),
    );
  return results;
};

/** Writes messages for the whole time while parts of the cluster are killed, and verifies the result afterwards. */
export const soak = async (cluster: Cluster, options: SoakOptions): Promise<Outcome> => {
  const { addresses, nodes } = cluster;
  const address = (index: number): string => roundRobin(addresses, index);
  console.log(`Opening ${options.companies} companies and ${options.sockets} browsers…`);
  const platform = await logIn(address(0), superUser);
  const companies = await groupsOf(options.companies, 4, (index) => BusyCompany.open(address(index), platform));
  console.log('companies are ready');
  const browsers = new OpenBrowsers();
  await groupsOf(options.sockets, 20, (index) => browsers.open(address(index), roundRobin(companies, index).attendant));
  console.log('browsers are connected');
  browsers.returns = [];
  const [first] = companies;
  if (!first) throw new Error('a soak needs a company');
  const checks = [
    { what: 'files across nodes, whole and in parts', faults: await mediaFaults(first, nodes) },
    {
      what: 'a browser without WebSockets',
      faults: (await pollingWorks(address(0), first.attendant)) ? [] : ['it lost its node'],
    },
  ];
  const incidents = await underLoad(cluster, options, companies, browsers);
  console.log('Waiting for the last messages…');
  const seconds = options.minutes * 60;
  await Promise.all(companies.map((company) => company.finished()));
  const books = new StoredData(cluster.postgres.url);
  // Deliveries that failed while the database was down are retried after a while.
  for (let times = 0; times < 4 && (await books.pendingEvents()) > 0; times += 1)
    await eventually(async () => (await books.pendingEvents()) === 0).catch(() => undefined);
  const outcome: Outcome = {
    stored: none(),
    delivered: none(),
    answered: none(),
    incidents,
    refusals: new Map(),
    received: browsers.received,
    written: companies.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    seconds,
    pending: await books.pendingEvents(),
    checks: [...checks, { what: 'files after all that', faults: await mediaFaults(first, nodes) }],
    linkRefusals: browsers.refusals,
  };
  for (const company of companies) await verify(company, books, outcome);
  browsers.close();
  await books.close();
  return outcome;
};

const verify = async (
  { office, written, answers }: BusyCompany,
  books: StoredData,
  outcome: Outcome,
): Promise<void> => {
  outcome.stored = add(outcome.stored, compareAll(written, await books.arrivals(office.companyId)));
  outcome.delivered = add(outcome.delivered, compareAll(written, await books.delivered(office.companyId)));
  for (const [number, expected] of answers) {
    const got = (await office.gotAt(number)).map(({ body }) => body).filter((body) => body.startsWith('resposta a '));
    outcome.answered = add(outcome.answered, compare(expected, got));
  }
  for (const { status, error } of office.refusals) {
    const what = status === 0 ? 'no answer' : `${status} ${error ?? ''}`.trim();
    outcome.refusals.set(what, (outcome.refusals.get(what) ?? 0) + 1);
  }
};

interface Due {
  at: number;
  what: string;
  run(): Promise<unknown>;
}

const timetable = ({ nodes, redis, postgres }: Cluster, { minutes, killEvery }: SoakOptions): Due[] => {
  const end = minutes * 60;
  const due: Due[] = [];
  for (let second = killEvery / 2, turn = 0; second < end - 15; second += killEvery, turn += 1) {
    const node = roundRobin(nodes, turn);
    due.push({ at: second, what: `${node.name} killed`, run: () => node.kill().then(() => node.start()) });
  }
  // Between two kills, when everything is up again.
  const near = (share: number): number => Math.max(1, Math.round((share * end) / killEvery)) * killEvery;
  if (redis) due.push({ at: near(1 / 3), what: 'Redis restarted', run: () => redis.restart() });
  due.push({ at: near(2 / 3), what: 'database restarted', run: () => postgres.restart() });
  return due.filter((one) => one.at < end).toSorted((a, b) => a.at - b.at);
};

/** Seconds between two renewals of the sessions, whose access tokens last 15 minutes. */
const renewEvery = 300;

const underLoad = async (
  cluster: Cluster,
  options: SoakOptions,
  companies: readonly BusyCompany[],
  browsers: OpenBrowsers,
): Promise<Incident[]> => {
  let current: Incident = { at: 0, what: 'start', returns: [] };
  const incidents = [current];
  const due = timetable(cluster, options);
  const began = performance.now();
  const now = (): number => (performance.now() - began) / 1000;
  const running: Promise<unknown>[] = [];
  let written = 0;
  let nextLook = 5;
  let nextRenewal = renewEvery;
  while (now() < options.minutes * 60) {
    for (; written < now() * options.rate; written += 1) roundRobin(companies, written).write();
    const [next] = due;
    if (next && now() >= next.at) {
      due.shift();
      current.returns = browsers.returns.splice(0);
      current = { at: now(), what: next.what, returns: [] };
      incidents.push(current);
      const waiting = companies.reduce((sum, company) => sum + company.waiting, 0);
      console.log(`${now().toFixed(0).padStart(5)} s  ${next.what} (${waiting} messages waiting)`);
      running.push(next.run());
    }
    if (now() > nextLook) {
      nextLook += 10;
      for (const node of cluster.nodes) void node.readMemory();
    }
    if (now() > nextRenewal) {
      nextRenewal += renewEvery;
      running.push(groupsOf(companies.length, 4, (index) => roundRobin(companies, index).office.renew()));
    }
    await delay(10);
  }
  await Promise.all(running);
  await eventually(async () => browsers.disconnected === 0).catch(() => undefined);
  current.returns = browsers.returns.splice(0);
  return incidents;
};
