import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import type { Call, GoogleSimulator } from './google/simulator.ts';
import { Owner, startGoogle, startServer } from './office.ts';

let google: GoogleSimulator;
let host: TestHost;
let after: TestHost | undefined;
const children: ChildProcess[] = [];

beforeAll(async () => {
  google = await startGoogle();
  host = await startServer();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await after?.close();
  await google?.stop();
});

const startNode = async (): Promise<ChildProcess> => {
  const child = fork(path.join(import.meta.dirname, 'worker.ts'), [host.databaseUrl, host.dataDir], {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'test' },
  });
  children.push(child);
  await once(child, 'message');
  return child;
};

test(
  'a node that is killed while Google writes, or between two pages, leaves nothing twice and nothing out',
  { timeout: 240_000 },
  async () => {
    const one = await Owner.connected(host, google);
    google.pushes.fate = () => 'lost';
    one.calendar.pageSize = 20;
    for (let index = 0; index < 60; index += 1)
      one.calendar.insert({
        summary: `De lá ${index}`,
        start: { dateTime: `2027-03-01T${String(index % 24).padStart(2, '0')}:00:00Z` },
        end: { dateTime: `2027-03-01T${String(index % 24).padStart(2, '0')}:30:00Z` },
      });
    const known = await one.add({ title: 'Já conhecido' });
    await one.sync();
    // From here on only processes that can be killed synchronise.
    await one.scope.sql.run(
      sql`update google_calendar.account set sync_token = '', retry_at = now() + interval '1 hour' where user_id = ${one.person.id}`,
    );
    for (let index = 0; index < 5; index += 1) await one.add({ title: `Daqui, número ${index}` });
    await one.change(known.body.id, { title: 'Conhecido, e mudado' });
    const removed = one.calendar.events.find(({ summary }) => summary === 'De lá 3');
    one.calendar.delete(removed?.id ?? '');
    await host.kernel.close();

    const moments: ((call: Call) => boolean)[] = [
      ({ query }) => query.has('pageToken'),
      ({ method, path: called }) => method === 'POST' && called.endsWith('/events'),
      ({ method, path: called }) => method === 'POST' && called.endsWith('/events'),
      ({ method }) => method === 'PATCH',
    ];
    for (const isMoment of moments) {
      let isReached = false;
      // Google has done its part, and the answer never comes.
      google.beforeAnswer = (call) => {
        if (!isMoment(call) || isReached) return;
        isReached = true;
        return new Promise(() => undefined);
      };
      await wake();
      const node = await startNode();
      node.send({ companyId: one.company.id, userId: one.person.id });
      await eventually(() => isReached, 120_000);
      const ended = once(node, 'exit');
      node.kill('SIGKILL');
      await ended;
    }
    google.beforeAnswer = undefined;
    await wake();
    const last = await startServer(host);
    after = last;
    const company = { ...one.company, scope: (plugin: string) => last.kernel.scope(one.company.id, plugin) };
    const person = await last.logIn(one.person.email, one.person.password);
    const owner = new Owner(last, google, company, person, one.calendar);
    await owner.sync();
    const { here, there } = await owner.sides();
    expect(here).toEqual(there);
    expect(there).toHaveLength(65);
    expect(new Set(there.map(({ title }) => title)).size).toBe(65);
  },
);

/**
 * The time after which another node takes over has passed, and the account is due. Written from outside: a node of this
 * process would synchronise itself.
 */
const wake = async (): Promise<void> => {
  const client = new pg.Client({ connectionString: host.databaseUrl });
  await client.connect();
  await client.query('update google_calendar.account set claimed_until = null, retry_at = null, due_at = now()');
  await client.end();
};
