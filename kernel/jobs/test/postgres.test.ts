import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cutConnections, makeDatabase, type TestDatabase } from '../../events/test/database.ts';
import { RetryLater } from '@balcao/sdk/server';
import { openPool } from '../../database/pools.ts';
import { counting, silent, until } from '../../events/test/harness.ts';
import { JobRunner, openJobs } from '../index.ts';
import { openPostgresStore } from '../postgres-store.ts';
import { testJobStore } from './job-store-conformance.ts';
import { job, jobsLeft, Nodes } from './harness.ts';
import { closingServer } from './closing-server.ts';

describe('jobs in PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await makeDatabase();
  });
  // The next test finds no tables, as the first start of an installation does.
  const dropTables = async (): Promise<void> => {
    await database.pool.query('drop schema if exists jobs cascade');
  };
  const open: Nodes[] = [];
  const nodesHere = (): Nodes => {
    const nodes = new Nodes(database.url);
    open.push(nodes);
    return nodes;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((nodes) => nodes.stop()));
    await dropTables();
  });
  afterAll(() => database.drop());

  testJobStore(async () => ({ databaseUrl: database.url, left: () => jobsLeft(database.pool), drop: dropTables }));

  test('Nodes that start together create the tables without conflicts', async () => {
    const nodes = nodesHere();
    const started = await Promise.all(counting(4).map(() => nodes.start([job('a:work')])));
    await started[0]?.schedule('a:work', 1, { n: 1 });
    await until(async () => nodes.runs.length > 0 && (await jobsLeft(database.pool)) === 0);
    expect(nodes.data()).toEqual([{ n: 1 }]);
  });

  test('The database role of plugins cannot see the jobs', async () => {
    const nodes = nodesHere();
    await nodes.start([]);
    const client = await database.pool.connect();
    await client.query('set role balcao_app');
    await expect(client.query('select * from jobs.job')).rejects.toMatchObject({ code: '42501' });
    client.release(true);
  });

  test('A normal stop logs no lost connection, although the database stops at the same moment', async () => {
    const parting = await closingServer(database.url);
    const logged: string[] = [];
    const note = (_about: unknown, text?: string): void => void logged.push(text ?? '');
    const log = { ...silent, warn: note, error: note };
    const runner = await openJobs({ databaseUrl: parting.url, log, gate: () => true, run: async () => undefined });
    runner.define([job('a:work')]);
    await runner.start();
    await runner.schedule('a:work', 1, { n: 1 });
    const pool = openPool('balcao', { connectionString: parting.url }, log);
    await pool.query('select');
    // The job may still run: on a busy machine its end takes a while.
    await Promise.all([runner.stop(20_000), pool.end()]);
    await until(() => parting.isEmpty());
    await parting.close();
    expect(logged).toEqual([]);
  });

  test.each([
    ['takes a job', 'take'],
    ['stores the start of a job', 'save'],
  ] as const)('A node that stops while it %s releases the job, and logs no fault', async (_what, call) => {
    const logged: string[] = [];
    const note = (_about: unknown, text?: string): void => void logged.push(text ?? '');
    const log = { ...silent, warn: note, error: note };
    const store = await openPostgresStore(database.url, log);
    const answered = Promise.withResolvers<void>();
    const passed = Promise.withResolvers<void>();
    const hold = async <T>(call: Promise<T>): Promise<T> => {
      const answer = await call;
      // Calls that find no job pass.
      if (answer !== undefined) {
        answered.resolve();
        await passed.promise;
      }
      return answer;
    };
    if (call === 'take') {
      const { repository } = store.backend;
      const take = repository.getNextJobToRun.bind(repository);
      repository.getNextJobToRun = (...found) => hold(take(...found));
    } else {
      const save = store.saveState.bind(store);
      store.saveState = (...state) => hold(save(...state));
    }
    const runs: unknown[] = [];
    const options = { databaseUrl: database.url, log, gate: () => true };
    const runner = new JobRunner({ ...options, run: async (...run) => void runs.push(run) }, store);
    runner.define([job('a:work')]);
    await runner.start();
    await runner.schedule('a:work', 1, { n: 1 });
    await answered.promise;
    const stopped = runner.stop(10_000);
    // Time enough for a node that does not wait for the call.
    await Promise.race([stopped, sleep(200)]);
    passed.resolve();
    await stopped;
    expect(logged).toEqual([]);
    expect(runs).toEqual([]);
    const { rows } = await database.pool.query('select locked_at from jobs.job');
    expect(rows).toEqual([{ locked_at: null }]);
  });

  test('A job runs at its time, whichever node scheduled it, although nobody looks for due jobs for an hour', async () => {
    const nodes = nodesHere();
    const list = [job('a:work'), job('a:again')];
    const handle = ({ id }: { id: string }): void => {
      if (id === 'a:again' && nodes.runs.length < 5) throw new RetryLater(200);
    };
    const rarely = { processEveryMs: 3_600_000, lockLifetimeMs: 3_600_000 };
    const first = await nodes.start(list, handle, rarely);
    const at = (ms: number) => ({ at: new Date(Date.now() + ms) });
    await first.schedule('a:work', 1, { n: 1 }, at(400));
    await first.schedule('a:work', 1, { n: 2 }, at(500));
    const second = await nodes.start(list, handle, rarely);
    await second.schedule('a:work', 1, { n: 3 }, at(300));
    await second.schedule('a:again', 1, { n: 4 });
    await until(async () => (await jobsLeft(database.pool)) === 0);
    expect(nodes.data()).toEqual(expect.arrayContaining([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }, { n: 4 }]));
  });

  test('A node takes no job before it is due, and a waiting node asks the database once for all its jobs', async () => {
    const nodes = nodesHere();
    const list = counting(30).map((n) => job(`a:work${n}`));
    const node = await nodes.start(list);
    await node.schedule('a:work1', 1, {}, { at: new Date(Date.now() + 3_600_000) });
    const calls = async (): Promise<number> => {
      const { rows } = await database.pool.query<{ n: number }>(
        `select xact_commit::int as n from pg_stat_database where datname = current_database()`,
      );
      return rows[0]?.n ?? 0;
    };
    const before = await calls();
    await sleep(1_500);
    // Fifteen looks; with a question for each id there were 450. A slow machine looks more often in this time.
    expect((await calls()) - before).toBeLessThan(150);
    const { rows } = await database.pool.query('select from jobs.job where locked_at is not null');
    expect(rows).toEqual([]);
  });

  test('A node that runs few jobs at a time takes few of a thousand that are due, and runs the jobs of every id', async () => {
    const nodes = nodesHere();
    const list = counting(12).map((n) => job(`a:work${n}`));
    const node = await nodes.start(list, () => sleep(5), { concurrency: { total: 4, each: 2 } });
    const at = new Date(Date.now() + 300);
    for (const { id } of list) for (const n of counting(20)) await node.schedule(id, 1, { n }, { at });
    let most = 0;
    await until(async () => {
      const { rows } = await database.pool.query<{ locked: number; all: number }>(
        `select count(*) filter (where locked_at is not null)::int as locked, count(*)::int as all from jobs.job`,
      );
      most = Math.max(most, rows[0]?.locked ?? 0);
      return rows[0]?.all === 0;
    });
    expect(nodes.runs).toHaveLength(240);
    // Twice what runs at a time, and one that each id was just taking.
    expect(most).toBeLessThanOrEqual(20);
  });

  test('A recurring job runs at the hour of its company, also after the company moved to another time zone', async () => {
    const nodes = nodesHere();
    const zones = new Map([
      [1, 'America/Sao_Paulo'],
      [2, 'Asia/Tokyo'],
    ]);
    const node = await nodes.start([job('a:daily', { every: '0 3 * * *' })], undefined, {
      timeZone: (companyId) => zones.get(companyId),
    });
    const hours = async (): Promise<unknown[]> => {
      const { rows } = await database.pool.query<{ hour: string; zone: string }>(
        `select to_char(next_run_at at time zone (data->>'timeZone'), 'HH24:MI') as hour, data->>'timeZone' as zone
           from jobs.job order by data->>'companyId'`,
      );
      return rows.map(({ hour, zone }) => `${hour} ${zone}`);
    };
    await node.ensureEvery([1, 2]);
    expect(await hours()).toEqual(['03:00 America/Sao_Paulo', '03:00 Asia/Tokyo']);
    zones.set(2, 'Europe/Lisbon');
    await node.ensureEvery([1, 2]);
    expect(await hours()).toEqual(['03:00 America/Sao_Paulo', '03:00 Europe/Lisbon']);
  });

  test('A look for companies that an older node disabled is enabled again by a node that starts', async () => {
    const nodes = nodesHere();
    const list = [job('a:sweep', { every: '1 second', due: async () => [1] })];
    const first = await nodes.start(list);
    await until(() => nodes.runs.length > 0);
    await first.stop();
    await database.pool.query(`update jobs.job set disabled = true where data->>'companyId' = '0'`);
    const before = nodes.runs.length;
    await nodes.start(list);
    await until(() => nodes.runs.length > before);
  });

  test('A job whose node is killed runs again on another', async () => {
    const nodes = nodesHere();
    const worker = fork(path.join(import.meta.dirname, 'worker.ts'), [database.url], { execArgv: [] });
    await once(worker, 'message');
    const [message] = await once(worker, 'message');
    expect(message).toEqual({ started: { n: 1 } });
    const node = await nodes.start([job('a:work')], undefined, { lockLifetimeMs: 1_000 });
    expect(nodes.runs).toEqual([]);
    worker.kill('SIGKILL');
    await until(async () => (await jobsLeft(database.pool)) === 0);
    expect(nodes.data()).toEqual([{ n: 1 }]);
    expect(await node.stats()).toMatchObject({ done: 1, failed: 0 });
  });

  test('Every job still runs after the database connections were cut in between', async () => {
    const nodes = nodesHere();
    const options = { lockLifetimeMs: 1_000 };
    const first = await nodes.start([job('a:work')], undefined, options);
    await nodes.start([job('a:work')], undefined, options);
    await Promise.all(
      counting(100).map((n) => first.schedule('a:work', 1, { n }, { at: new Date(Date.now() + n * 5) })),
    );
    await until(() => nodes.runs.length > 20);
    await cutConnections(database.pool);
    await until(() => nodes.runs.length > 50);
    await cutConnections(database.pool);
    await until(async () => (await jobsLeft(database.pool)) === 0);
    expect(new Set(nodes.runs.map(({ data }) => (data as { n: number }).n)).size).toBe(100);
    await first.schedule('a:work', 1, { n: 'after' });
    await until(() => nodes.runs.some(({ data }) => (data as { n: unknown }).n === 'after'));
  });
});
