import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onEmitted } from '../../database/emitted.ts';
import { eventRoutines, events } from '../index.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
let pool: pg.Pool;
let wakings = 0;
const emit = `select kernel.emit('thing.happened', 'k', '{}') from generate_series(1, 3)`;

beforeAll(async () => {
  database = await makeDatabase([events], eventRoutines);
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  onEmitted(pool, () => (wakings += 1));
  await pool.query(`select set_config('app.company', kernel.company_mark(7), false)`);
  // Functions emit events as statements do, invisibly to the caller.
  await pool.query(`create function public.maybe(yes boolean) returns int language plpgsql as $$
    begin if yes then perform kernel.emit('thing.happened', 'k', '{}'); end if; return 1; end $$`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const wakingsOf = async (work: () => Promise<unknown>): Promise<number> => {
  wakings = 0;
  await work();
  return wakings;
};

test('A node reads the outbox once after a statement that emitted events, and not after one that emitted none', async () => {
  expect(await wakingsOf(() => pool.query(emit))).toBe(1);
  expect(await wakingsOf(() => pool.query('select public.maybe(true)'))).toBe(1);
  expect(await wakingsOf(() => pool.query('select public.maybe(false)'))).toBe(0);
});

test('A node reads the outbox after the commit of a transaction that emitted events, not before it', async () => {
  const client = await pool.connect();
  const during = await wakingsOf(async () => {
    await client.query('begin');
    await client.query(emit);
    await client.query(emit);
    await client.query('commit');
  });
  expect(during).toBe(0);
  expect(await wakingsOf(async () => client.release())).toBe(1);
  expect(await wakingsOf(() => pool.query('select 1'))).toBe(0);
});

test('A connection that suppresses notices still reports that events were emitted', async () => {
  const quiet = 'set client_min_messages = error';
  expect(await wakingsOf(() => pool.query(`${quiet}; ${emit}; reset all`))).toBe(1);
});
