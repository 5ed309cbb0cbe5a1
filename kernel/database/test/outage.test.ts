import { sql } from '@balcao/sdk/server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { type Database, DatabaseUnavailable, openDatabase } from '../index.ts';
import { appSecret, silentLog } from './fresh-database.ts';
import { Maker } from './shop-entities.ts';
import { openShop } from './shop-database.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
let database: Database;
const company = (id: number) => database.company(id);

/** Cuts all connections to this database, as a restart of the server does. */
const cutAll = async (): Promise<void> => {
  const name = new URL(shop.url).pathname.slice(1);
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await client.end();
};
const sleeping = async (count: number): Promise<void> => {
  await vi.waitFor(
    async () => {
      const { rows } = await database.owner.query(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
      );
      expect(rows[0].n).toBe(count);
    },
    { timeout: 20_000 },
  );
};

beforeAll(async () => {
  shop = await openShop(2);
  database = shop.database;
});
afterAll(() => shop.close());

describe('loss of PostgreSQL', () => {
  test('Statements, entities and transactions under way answer 503, and the next ones work', async () => {
    const under = [
      company(1).sql.one(sql`select pg_sleep(30)`),
      company(1).tx(async (inner) => {
        await inner.sql.run(sql`insert into shop.maker (company_id, name) values (1, 'lost')`);
        await inner.sql.one(sql`select pg_sleep(30)`);
      }),
      company(1).tx((inner) =>
        inner.em.find(Maker, { name: { $like: 'x' } }).then(() => inner.sql.one(sql`select pg_sleep(30)`)),
      ),
    ].map((work) =>
      work.then(
        () => undefined,
        (error: unknown) => error,
      ),
    );
    await sleeping(3);
    await cutAll();
    for (const error of await Promise.all(under)) {
      expect(error).toBeInstanceOf(DatabaseUnavailable);
      expect(error).toMatchObject({ status: 503, code: 'ERR_DATABASE_UNAVAILABLE' });
    }
    await vi.waitFor(async () =>
      expect(await company(1).sql.one(sql`select count(*) as n from shop.maker`)).toEqual({ n: 0 }),
    );
    expect(await company(1).em.count(Maker)).toBe(0);
    expect(await company(1).tx((inner) => inner.em.count(Maker))).toBe(0);
  });

  test('The pool recovers when every idle connection is cut, many times', async () => {
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 20 }, () => company(1).sql.one(sql`select 1`)));
      await cutAll();
      await vi.waitFor(() => company(1).sql.one(sql`select 1`), { timeout: 20_000 });
    }
    await vi.waitFor(() =>
      Promise.all(Array.from({ length: 40 }, () => company(1).tx((inner) => inner.sql.one(sql`select 1`)))),
    );
    await vi.waitFor(() => expect(database.app.waitingCount).toBe(0));
    expect(database.app.totalCount).toBeLessThanOrEqual(10);
  });

  test('A transaction that is cut in the middle rejects and stores nothing', async () => {
    const work = company(1).tx(async (inner) => {
      await inner.sql.run(sql`insert into shop.maker (company_id, name) values (1, 'half')`);
      await cutAll();
      await inner.sql.run(sql`insert into shop.maker (company_id, name) values (1, 'other half')`);
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
    await vi.waitFor(async () => expect(await company(1).em.count(Maker)).toBe(0));
  });

  test('An address where no server answers counts as unavailable', async () => {
    const unreachable = new URL(inject('databaseUrl'));
    unreachable.port = '1';
    const opening = openDatabase({ url: unreachable.href, entities: [], log: silentLog, appSecret });
    await expect(opening).rejects.toBeInstanceOf(DatabaseUnavailable);
  });
});

describe('notifications between nodes', () => {
  test('A notification reaches every listener of its channel and no other', async () => {
    const received: string[] = [];
    const stop = await database.listen('one', (payload) => received.push(`a ${payload}`));
    await database.listen('one', (payload) => received.push(`b ${payload}`));
    await Promise.all([
      database.listen('Two "quoted"', (payload) => received.push(`c ${payload}`)),
      database.listen('three', (payload) => received.push(`d ${payload}`)),
    ]);
    await database.notify('one', 'x');
    await database.notify('Two "quoted"', 'y');
    await database.notify('three');
    await vi.waitFor(() => expect(received.toSorted()).toEqual(['a x', 'b x', 'c y', 'd ']));
    await stop();
    await database.notify('one', 'z');
    await vi.waitFor(() => expect(received).toContain('b z'));
    expect(received).not.toContain('a z');
  });

  test('Notifications continue after a lost connection, and the listener is asked to read what it missed', async () => {
    const received: string[] = [];
    await database.listen('back', (payload) => received.push(payload), {
      onReconnect: () => received.push('reconnected'),
    });
    await cutAll();
    await vi.waitFor(() => expect(received).toEqual(['reconnected']), { timeout: 20_000 });
    await database.notify('back', 'again');
    await vi.waitFor(() => expect(received).toEqual(['reconnected', 'again']));
  });

  test('A failing listener does not stop the others', async () => {
    const received: string[] = [];
    await database.listen('fault', () => {
      throw new Error('a fault of the listener');
    });
    await database.listen('fault', (payload) => received.push(payload));
    await database.notify('fault', 'x');
    await vi.waitFor(() => expect(received).toEqual(['x']));
  });
});
