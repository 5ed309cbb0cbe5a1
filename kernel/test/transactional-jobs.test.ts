import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { eventually, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { taskJob } from './fixtures/unruly/server/index.ts';
import { seen } from './fixtures/unruly/server/seen.ts';
import { fixture } from './kernel-fixtures.ts';

let host: TestHost;
let company: TestCompany;

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: [fixture('unruly')] });
});
afterAll(() => host?.close());
beforeEach(async () => {
  company = await host.company({ settings: { 'plugin:unruly': true } });
  Object.assign(seen, { broken: false, calls: 0, done: [] });
});

const scope = () => company.scope('unruly');
const done = (name: string) => eventually(() => seen.done.includes(name));
/** Waits long enough for a job that is due to have run. */
const aWhile = () => sleep(700);

test('A job that is scheduled in a transaction runs after the commit, however long that takes', async () => {
  await scope().tx(async ({ jobs }) => {
    await jobs.schedule(taskJob, { name: 'committed' });
    await aWhile();
    expect(seen.done).toEqual([]);
  });
  await done('committed');
});

test('A job of a transaction that was rolled back never runs, and one that it replaced or cancelled still does', async () => {
  const undone = async (work: () => Promise<void>): Promise<void> => {
    await work();
    throw new Error('undone');
  };
  const at = new Date(Date.now() + 1_500);
  await scope().jobs.schedule(taskJob, { name: 'replaced' }, { at, key: 'one' });
  await scope().jobs.schedule(taskJob, { name: 'cancelled' }, { at, key: 'two' });
  const work = scope().tx(({ jobs }) =>
    undone(async () => {
      await jobs.schedule(taskJob, { name: 'never' });
      await jobs.schedule(taskJob, { name: 'never' }, { key: 'one' });
      await jobs.cancel(taskJob, 'two');
    }),
  );
  await expect(work).rejects.toThrow('undone');
  await done('replaced');
  await done('cancelled');
  expect(seen.done).not.toContain('never');
});

test('In a transaction too, a key replaces the waiting job of its own company alone, and cancel removes it', async () => {
  const other = await host.company({ settings: { 'plugin:unruly': true } });
  const later = new Date(Date.now() + 1_000);
  await other.scope('unruly').jobs.schedule(taskJob, { name: 'theirs' }, { at: later, key: 'one' });
  await scope().jobs.schedule(taskJob, { name: 'former' }, { at: later, key: 'one' });
  await scope().jobs.schedule(taskJob, { name: 'cancelled' }, { at: later, key: 'two' });
  await scope().tx(async ({ jobs }) => {
    await jobs.schedule(taskJob, { name: 'newer' }, { key: 'one' });
    await jobs.cancel(taskJob, 'two');
  });
  await done('newer');
  await done('theirs');
  await aWhile();
  expect(seen.done.toSorted()).toEqual(['newer', 'theirs']);
});
