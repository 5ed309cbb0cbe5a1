import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventRoutines, events } from '../index.ts';
import { makeDatabase, securePolicies, type TestDatabase } from './database.ts';

let database: TestDatabase;
let app: pg.Client;
let mark: string;

beforeAll(async () => {
  database = await makeDatabase([events], eventRoutines);
  await securePolicies(database.pool, ['kernel.outbox', 'kernel.event_retry']);
  app = new pg.Client(database.url);
  await app.connect();
  mark = (await database.pool.query('select kernel.company_mark(7) as mark')).rows[0].mark;
  await app.query('set role balcao_app');
});
afterAll(async () => {
  await app.end();
  await database.drop();
});

test("A plugin's statement emits events only for the company it runs in", async () => {
  await app.query(`select set_config('app.company', $1, false)`, [mark]);
  await app.query(`select kernel.emit('thing.happened', 'k', '{"n": 1}')`);
  const { rows } = await database.pool.query('select company_id, event, key, payload from kernel.outbox');
  expect(rows).toEqual([{ company_id: 7, event: 'thing.happened', key: 'k', payload: { n: 1 } }]);
  await expect(
    app.query(`insert into kernel.outbox (company_id, event, key, payload) values (8, 'e', 'k', '{}')`),
  ).rejects.toMatchObject({ code: '42501' });
});

test('No event is emitted outside a company', async () => {
  await app.query(`select set_config('app.company', '', false)`);
  await expect(app.query(`select kernel.emit('thing.happened', 'k', '{}')`)).rejects.toMatchObject({ code: 'P0C01' });
});

test('Plugins can neither read, change nor delete events', async () => {
  await app.query(`select set_config('app.company', $1, false)`, [mark]);
  for (const statement of [
    'select * from kernel.outbox',
    `update kernel.outbox set event = 'x'`,
    'delete from kernel.outbox',
    'select * from kernel.event_retry',
    'delete from kernel.event_retry',
  ]) {
    await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' });
  }
});

test('one statement emits many events of a company in the order given, each under its own key', async () => {
  await database.pool.query('truncate kernel.outbox');
  await app.query(`select set_config('app.company', $1, false)`, [mark]);
  await app.query(`select kernel.emit_all('thing.happened', $1, $2)`, [
    ['b', 'a', 'b'],
    [{ n: 1 }, { n: 2 }, { n: 3 }].map((payload) => JSON.stringify(payload)),
  ]);
  const { rows } = await database.pool.query('select company_id, event, key, payload from kernel.outbox order by id');
  expect(rows).toEqual([
    { company_id: 7, event: 'thing.happened', key: 'b', payload: { n: 1 } },
    { company_id: 7, event: 'thing.happened', key: 'a', payload: { n: 2 } },
    { company_id: 7, event: 'thing.happened', key: 'b', payload: { n: 3 } },
  ]);
  await app.query(`select set_config('app.company', '', false)`);
  await expect(app.query(`select kernel.emit_all('thing.happened', '{k}', '{"{}"}')`)).rejects.toMatchObject({
    code: 'P0C01',
  });
});
