import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { lamp, type LampQuestion } from './fixtures/lighthouse/contract.ts';
import { fixture } from './kernel-fixtures.ts';

let host: TestHost;
/** A second node on the same database. */
let other: TestHost;
let company: TestCompany;

beforeAll(async () => {
  const options = { databaseUrl: inject('databaseUrl'), plugins: [fixture('lighthouse')] };
  host = await startTestHost(options);
  other = await startTestHost({ ...options, sameDatabaseAs: host });
  company = await host.company({ settings: { lighthouseEnabled: true } });
  // The other node learns of the company by message.
  await eventually(() => other.kernel.identity.tenants.company(company.id) !== undefined);
});
afterAll(async () => {
  await other?.close();
  await host?.close();
});

const nodes = () => [host, other].map(({ kernel }) => kernel.scope(company.id, 'lighthouse').sessions);
const notes = async (name: string): Promise<string[]> => {
  const rows = await company
    .scope('lighthouse')
    .sql.rows<{ what: string }>(sql`select what from lighthouse.note where what like ${`${name} %`} order by id`);
  return rows.map(({ what }) => what);
};
const asked = (name: string, question: LampQuestion['ask'] = 'node') =>
  Promise.all(nodes().map((sessions) => sessions.ask(lamp, name, { ask: question })));
const isUp = (name: string) =>
  eventually(() =>
    asked(name).then(
      () => true,
      () => false,
    ),
  );

test('A requested session is open on one node, and answers calls from all nodes', async () => {
  await nodes()[0]!.want(lamp, 'north');
  await isUp('north');
  const [here, there] = await asked('north');
  expect(here).toBe(there);
  expect(await notes('north')).toEqual(['north is lit']);
  await nodes()[0]!.unwant(lamp, 'north');
  await nodes()[1]!.unwant(lamp, 'north');
  await eventually(async () => (await notes('north')).length === 2);
  await expect(nodes()[0]!.ask(lamp, 'north', { ask: 'node' })).rejects.toMatchObject({ code: 'ERR_SESSION_AWAY' });
});

test('An error of a session is thrown with its fields at the caller, on whichever node', async () => {
  await nodes()[1]!.want(lamp, 'east');
  await isUp('east');
  for (const sessions of nodes())
    await expect(sessions.ask(lamp, 'east', { ask: 'fail' })).rejects.toMatchObject({ message: 'no oil', oil: 0 });
  for (const sessions of nodes())
    await expect(sessions.ask(lamp, 'east', { ask: 'refuse' })).rejects.toMatchObject({
      status: 400,
      code: 'ERR_VALIDATION',
      fields: { lamp: 'ERR_NO_OIL' },
    });
});

test('A caller of a session whose node is killed gets an error, and another node takes the session over', async () => {
  const child = fork(
    path.join(import.meta.dirname, 'worker.ts'),
    [host.databaseUrl, host.dataDir, fixture('lighthouse')],
    { execArgv: [] },
  );
  const [sessions] = nodes();
  const { owner } = host.kernel.database;
  const heldBy = async (name: string): Promise<string | undefined> => {
    const lease = `${company.id}/lighthouse/session/${lamp.id}/${name}`;
    return (await owner.query<{ node: string }>('select node from kernel.lease where name = $1', [lease])).rows[0]
      ?.node;
  };
  try {
    await once(child, 'message');
    // The first node gets a lamp, so of many lamps one is on the node that will be killed.
    const staying: string[] = [host, other].map(({ kernel }) => kernel.nodeId);
    let doomed = '';
    for (let number = 0; doomed === ''; number += 1) {
      await sessions!.want(lamp, `reef ${number}`);
      await isUp(`reef ${number}`);
      if (!staying.includes((await heldBy(`reef ${number}`)) ?? '')) doomed = `reef ${number}`;
    }
    const answer = sessions!.ask(lamp, doomed, { ask: 'wait' }).catch((error: unknown) => error);
    await eventually(
      async () =>
        (await owner.query('select from kernel.session_call where is_accepted and answer is null')).rowCount === 1,
    );
    child.kill('SIGKILL');
    expect(await answer).toMatchObject({ code: 'ERR_SESSION_LOST' });
    await isUp(doomed);
    expect(staying).toContain(await heldBy(doomed));
  } finally {
    child.kill('SIGKILL');
  }
});

test('A session that fails is started again', async () => {
  await nodes()[0]!.want(lamp, 'south');
  await isUp('south');
  await asked('south', 'break').catch(() => undefined);
  await eventually(async () => (await notes('south')).length >= 3);
  expect((await notes('south')).slice(0, 3)).toEqual(['south is lit', 'south is out', 'south is lit']);
});

test('Sessions end while the plugin is off for the company, and start again with it', async () => {
  await nodes()[0]!.want(lamp, 'west');
  await isUp('west');
  await company.disable('lighthouseEnabled');
  await eventually(async () => (await notes('west')).at(-1) === 'west is out');
  await company.enable('lighthouseEnabled');
  await eventually(async () => (await notes('west')).at(-1) === 'west is lit');
  await isUp('west');
});
