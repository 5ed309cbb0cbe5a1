import { sql } from '@balcao/sdk/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Item } from './shop-entities.ts';
import { openShop } from './shop-database.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
const company = (id: number) => shop.database.company(id);
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: { code?: string }) => error.code,
  );

beforeAll(async () => {
  shop = await openShop(20);
  await shop.database.owner.query(
    `insert into shop.maker (company_id, name) select n, 'Maker of ' || n from generate_series(1, 20) n`,
  );
  await shop.database.owner.query(
    `insert into shop.item (company_id, maker_id, name, price) select 1 + i % 20, 1 + i % 20, 'Item ' || i, i from generate_series(1, 400) i`,
  );
});
afterAll(() => shop.close());

describe('isolation of companies', () => {
  test('A statement without a company is refused, on read and on write', async () => {
    const { app } = shop.database;
    expect(await codeOf(app.query('select * from shop.item'))).toBe('P0C01');
    expect(await codeOf(app.query('select count(*) from shop.item'))).toBe('P0C01');
    expect(await codeOf(app.query(`insert into shop.maker (company_id, name) values (1, 'x')`))).toBe('P0C01');
    expect(await codeOf(app.query('update shop.item set price = 1'))).toBe('P0C01');
    expect(await codeOf(app.query('delete from shop.item'))).toBe('P0C01');
  });

  test('A statement with an empty company is refused', async () => {
    expect(await codeOf(app(`select set_config('app.company', '', true); select * from shop.item`))).toBe('P0C01');
    expect(await codeOf(app(`select set_config('app.company', '', true); update shop.item set price = 1`))).toBe(
      'P0C01',
    );
  });
  const app = (statement: string) => shop.database.app.query(statement);

  test('Raw SQL without any condition reads rows of its own company only', async () => {
    const rows = await company(3).sql.rows<{ company_id: number }>(sql`select company_id from shop.item`);
    expect(rows).toHaveLength(20);
    expect(new Set(rows.map((row) => row.company_id))).toEqual(new Set([3]));
    expect(await company(3).sql.one(sql`select name from kernel.company`)).toEqual({ name: 'Company 3' });
    expect(await codeOf(company(3).sql.one(sql`select email from kernel.company`))).toBe('42501');
  });

  test('Joins and subqueries stay in the company too', async () => {
    const row = await company(3).sql.one(
      sql`select count(*) as n from shop.item i join shop.maker m on true where exists (select from shop.item o where o.id <> i.id)`,
    );
    expect(row).toEqual({ n: 20 });
  });

  test('Rows of another company can neither be changed, removed nor taken over', async () => {
    expect(await company(3).sql.run(sql`update shop.item set price = 0 where company_id = 4`)).toBe(0);
    expect(await company(3).sql.run(sql`delete from shop.item where company_id = ${4}`)).toBe(0);
    expect(await codeOf(company(3).sql.run(sql`insert into shop.maker (company_id, name) values (4, 'x')`))).toBe(
      '42501',
    );
    expect(await codeOf(company(3).sql.run(sql`update shop.item set company_id = 4`))).toBe('42501');
    expect(await company(4).sql.one(sql`select count(*) as n, min(price) > '0' as cheap from shop.item`)).toEqual({
      n: 20,
      cheap: true,
    });
  });

  test('A row cannot refer to a row of another company', async () => {
    expect(await codeOf(company(3).sql.run(sql`update shop.item set maker_id = ${4}`))).toBe('23503');
  });

  test('A view with invoker rights shows rows of its own company only', async () => {
    const rows = await company(5).sql.rows<{ company_id: number }>(sql`select company_id from shop.cheap`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.company_id === 5)).toBe(true);
  });

  test('Entities are confined to the company like SQL', async () => {
    const items = await company(6).em.find(Item, {});
    expect(items).toHaveLength(20);
    expect(items.every((item) => item.companyId === 6)).toBe(true);
    expect(await company(6).em.findOne(Item, { companyId: 7 })).toBeNull();
    expect(await company(6).em.nativeUpdate(Item, { companyId: 7 }, { price: '0' })).toBe(0);
    expect(await company(6).em.count(Item)).toBe(20);
  });

  test('500 reads of 20 companies at once, by SQL, entities and transactions, never mix', async () => {
    const wrong = await Promise.all(
      Array.from({ length: 500 }, async (_, n) => {
        const id = 1 + (n % 20);
        const session = company(id);
        const ids =
          n % 4 === 0
            ? (await session.em.find(Item, {})).map((item) => item.companyId)
            : n % 4 === 1
              ? await session.tx(async (inner) => (await inner.em.find(Item, {})).map((item) => item.companyId))
              : (await session.sql.rows<{ company_id: number }>(sql`select company_id from shop.item`)).map(
                  (row) => row.company_id,
                );
        return ids.length === 20 && ids.every((found) => found === id) ? 0 : 1;
      }),
    );
    expect(wrong.filter(Boolean)).toHaveLength(0);
  });
});

describe('reset of pooled connections', () => {
  let single: Awaited<ReturnType<typeof openShop>>;
  beforeAll(async () => {
    single = await openShop(3, { poolSizes: { app: 1 } });
    await single.database.owner.query(`insert into shop.maker (company_id, name) values (1, 'a'), (2, 'b')`);
  });
  afterAll(() => single.close());
  const unconfined = () => codeOf(single.database.app.query('select * from shop.maker'));

  test('No statement can set the company or another setting, or run a block', async () => {
    const company = single.database.company(1);
    for (const statement of [
      sql`set app.company = '2'`,
      sql`/* first */ set local app.company = '2'`,
      sql`select set_config('app.company', '2', false)`,
      sql`with x as materialized (select pg_catalog.set_config ('app.company', ${'2'}, false)) select * from x`,
      sql`reset all`,
      sql`do 'begin end'`,
      sql`notify kernel_session`,
      sql`select pg_notify('kernel_session', '{}')`,
    ]) {
      await expect(company.sql.run(statement)).rejects.toThrow(SyntaxError);
      await expect(company.tx((inner) => inner.sql.run(statement))).rejects.toThrow(SyntaxError);
    }
    expect(await company.sql.rows(sql`select ${'set_config('} || ' pg_notify(' as said`)).toEqual([
      { said: 'set_config( pg_notify(' },
    ]);
    expect(await unconfined()).toBe('P0C01');
  });

  test('A company that SQL sets for itself gives access to nothing and is gone after the statement', async () => {
    const company = single.database.company(1);
    const { rows } = await single.database.owner.query<{ mark: string }>('select kernel.company_mark(1) as mark');
    const mine = rows[0]?.mark ?? '';
    for (const forged of [
      '2',
      '2...',
      mine.replace('1.', '2.'),
      mine.slice(0, -1),
      `${mine} `,
      '2..s.',
      '.'.repeat(70),
    ]) {
      // The quotes hide the call from the check of the text.
      const set = sql`with x as materialized (select "set_config"('app.company', ${forged}, false) c) select m.name from x, shop.maker m where x.c is not null`;
      expect(await codeOf(company.sql.rows(set)), forged).toBe('P0C03');
      expect(
        await codeOf(
          company.tx(async (inner) => {
            await inner.sql.run(sql`select "set_config"('app.company', ${forged}, true)`);
            return inner.sql.rows(sql`select name from shop.maker`);
          }),
        ),
        forged,
      ).toBe('P0C03');
      expect(
        await codeOf(
          (company.em as EntityManager).execute(
            `select "set_config"('app.company', '${forged}', false); select name from shop.maker`,
          ),
        ),
        forged,
      ).toBe('P0C03');
      expect(await unconfined()).toBe('P0C01');
    }
    expect(await company.sql.rows(sql`select name from shop.maker`)).toEqual([{ name: 'a' }]);
  });

  test('A failed statement leaves no company on the connection, which works afterwards', async () => {
    expect(await codeOf(single.database.company(1).sql.one(sql`select 1 / 0`))).toBe('22012');
    expect(await codeOf((single.database.company(1).em as EntityManager).execute('select nothing'))).toBe('42703');
    expect(await codeOf(single.database.company(1).tx((inner) => inner.sql.one(sql`select 1 / 0`)))).toBe('22012');
    expect(await unconfined()).toBe('P0C01');
    expect(await single.database.company(2).sql.rows(sql`select name from shop.maker`)).toEqual([{ name: 'b' }]);
  });

  test('Other settings of a session are reset as well', async () => {
    await single.database.company(1).sql.run(sql`select "set_config"('statement_timeout', '1234ms', false)`);
    expect((await single.database.app.query('show statement_timeout')).rows[0].statement_timeout).toBe('0');
    expect((await single.database.app.query('show timezone')).rows[0].TimeZone).toBe('UTC');
  });

  test('Temporary tables are refused, because they would stay on the connection', async () => {
    expect(
      await codeOf(single.database.company(1).sql.run(sql`create temporary table copied as select * from shop.maker`)),
    ).toBe('42501');
  });
});

test('A company id must be a positive whole number', () => {
  for (const id of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => company(id)).toThrow(RangeError);
});
