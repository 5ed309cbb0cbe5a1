import { sql } from '@balcao/sdk/server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate, openDatabase } from '../index.ts';
import { appSecret, freshDatabase, silentLog } from './fresh-database.ts';
import { openShop, shopMigration } from './shop-database.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  shop = await openShop(2);
});
afterAll(() => shop.close());

const open = (url: string, secret = appSecret) =>
  openDatabase({ url, entities: [], log: silentLog, appSecret: secret, poolSizes: { app: 1 } });
const asOwner = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
};

describe('the confined login', () => {
  test('The confined login has no rights beyond its tables', async () => {
    const { rows } = await shop.database.owner.query(
      `select bool_or(rolsuper or rolbypassrls or rolcreaterole or rolcreatedb) as strong from pg_roles where rolname ~ '^balcao_app'`,
    );
    expect(rows).toEqual([{ strong: false }]);
    const { sql: data } = shop.database.company(1);
    for (const statement of [
      sql`create table shop.own (id int)`,
      sql`truncate shop.item`,
      sql`alter table shop.item disable row level security`,
      sql`select * from shop.migration`,
      sql`create table public.own (id int)`,
      sql`create schema own`,
    ]) {
      await expect(data.run(statement)).rejects.toMatchObject({ code: '42501' });
    }
    const { rows: owners } = await shop.database.owner.query('select current_user as name');
    await expect(shop.database.app.query(`set role "${owners[0].name}"`)).rejects.toMatchObject({ code: '42501' });
  });

  test('All nodes of an installation use the same confined login, also when they start at once', async () => {
    const { url, drop } = await freshDatabase();
    const nodes = await Promise.all(Array.from({ length: 4 }, () => open(url)));
    const names = await Promise.all(
      nodes.map((node) => node.company(1).sql.one(sql`select current_user::text as name`)),
    );
    expect(new Set(names.map((row) => row?.name)).size).toBe(1);
    await Promise.all(nodes.map((node) => node.close()));
    await drop();
  });

  test('Another installation on the same server, or a new secret, does not lock out the confined login', async () => {
    const { url, drop } = await freshDatabase();
    const first = await open(url, 'one secret');
    const second = await open(url, 'another secret');
    for (const node of [first, second, first]) {
      await node.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename ~ '^balcao_app'`,
      );
      await expect
        .poll(() =>
          node
            .company(1)
            .sql.one(sql`select 1 as one`)
            .catch(() => undefined),
        )
        .toEqual({ one: 1 });
    }
    await Promise.all([first.close(), second.close()]);
    await drop();
  });

  test('The confined login gets its password back after somebody changed it', async () => {
    const { url, drop } = await freshDatabase();
    const first = await open(url, 'a secret of its own');
    const user = await first.company(1).sql.one<{ name: string }>(sql`select current_user::text as name`);
    await first.close();
    await asOwner(url, `alter role ${user?.name} password 'changed'`);
    const again = await open(url, 'a secret of its own');
    expect(await again.company(1).sql.one(sql`select current_user::text as name`)).toEqual(user);
    await again.close();
    await drop();
  });

  test('The confined login can be created by an owner that is no superuser, as on managed PostgreSQL', async () => {
    const { url, drop } = await freshDatabase();
    const manager = `manager_${new URL(url).pathname.slice(1)}`;
    await asOwner(
      url,
      `create role ${manager} login createrole password 'managed'; grant balcao_app to ${manager} with admin option;
       alter database ${new URL(url).pathname.slice(1)} owner to ${manager}`,
    );
    const managed = new URL(url);
    managed.username = manager;
    managed.password = 'managed';
    const database = await open(managed.href, 'managed');
    const reports = await migrate(database, [{ id: 'shop', migrations: [shopMigration] }]);
    expect(reports.flatMap((report) => report.faults)).toEqual([]);
    await database.owner.query(`insert into kernel.company (name) values ('a'), ('b')`);
    expect(await database.company(1).sql.run(sql`insert into shop.maker (company_id, name) values (1, 'x')`)).toBe(1);
    expect(await database.company(2).sql.rows(sql`select * from shop.maker`)).toEqual([]);
    expect((await database.owner.query('select count(*) as n from shop.maker')).rows).toEqual([{ n: 1 }]);
    const user = await database.company(1).sql.one<{ name: string }>(sql`select current_user::text as name`);
    await database.close();
    await drop();
    await asOwner(inject('databaseUrl'), `drop role ${user?.name}; drop role ${manager}`);
  });

  test('A start is refused when the confined role owns a table, because no policy would apply there', async () => {
    const { url, drop } = await freshDatabase();
    await asOwner(url, 'create table owned (id int); alter table owned owner to balcao_app');
    await expect(open(url)).rejects.toThrow('owns owned');
    await drop();
  });

  test('A start is refused when the confined role has more rights than it should', async () => {
    const { url, drop } = await freshDatabase();
    const first = await open(url, 'to be made strong');
    const user = await first.company(1).sql.one<{ name: string }>(sql`select current_user::text as name`);
    await first.close();
    await asOwner(url, `alter role ${user?.name} createdb`);
    await expect(open(url, 'to be made strong')).rejects.toThrow('more rights');
    await asOwner(url, `drop role ${user?.name}`);
    await drop();
  });
});
