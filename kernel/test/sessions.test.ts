import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/sdk/testing';
import { lamp, type LampQuestion } from './fixtures/lighthouse/contract.ts';
import { eventually, fixture } from './stage.ts';

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

test('a session that is wanted is open on one node, and answers to all', async () => {
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

test('what a session throws is thrown where it was asked, on whichever node, with its fields', async () => {
  await nodes()[1]!.want(lamp, 'east');
  await isUp('east');
  for (const sessions of nodes())
    await expect(sessions.ask(lamp, 'east', { ask: 'fail' })).rejects.toMatchObject({ message: 'no oil', oil: 0 });
});

test('a session that breaks is begun again', async () => {
  await nodes()[0]!.want(lamp, 'south');
  await isUp('south');
  await asked('south', 'break').catch(() => undefined);
  await eventually(async () => (await notes('south')).length >= 3);
  expect((await notes('south')).slice(0, 3)).toEqual(['south is lit', 'south is out', 'south is lit']);
});

test('sessions end while the plugin is off for the company, and come back with it', async () => {
  await nodes()[0]!.want(lamp, 'west');
  await isUp('west');
  await company.disable('lighthouseEnabled');
  await eventually(async () => (await notes('west')).at(-1) === 'west is out');
  await company.enable('lighthouseEnabled');
  await eventually(async () => (await notes('west')).at(-1) === 'west is lit');
  await isUp('west');
});
