import { type Sql, sql } from '@balcao/sdk/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openShop } from './shop-database.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
const rows = <T extends object = Record<string, unknown>>(query: Sql, company = 1): Promise<T[]> =>
  shop.database.company(company).sql.rows<T>(query);
/** Lists the prepared statements of the only connection. */
const plans = (): Promise<{ runs: number; statement: string }[]> =>
  rows(
    sql`select generic_plans + custom_plans as runs, statement from pg_prepared_statements where statement like '%shop.%'`,
  );
const cheaper = (price: number): Sql =>
  sql.prepared(sql`select name from shop.item where price < ${price} order by name`);

beforeAll(async () => {
  shop = await openShop(2, { poolSizes: { app: 1 } });
});
afterAll(() => shop.close());
beforeEach(async () => {
  const { owner } = shop.database;
  await owner.query('delete from shop.item');
  await owner.query(
    `insert into shop.item (company_id, name, price) values (1, 'Caneta', 2), (1, 'Caderno', 20), (2, 'Alheio', 1)`,
  );
});

describe('prepared statements', () => {
  test('A prepared statement is planned once per connection and serves all values and companies', async () => {
    for (let time = 0; time < 4; time += 1) {
      expect(await rows(cheaper(10))).toEqual([{ name: 'Caneta' }]);
      expect(await rows(cheaper(100))).toEqual([{ name: 'Caderno' }, { name: 'Caneta' }]);
      expect(await rows(cheaper(10), 2)).toEqual([{ name: 'Alheio' }]);
    }
    const [only, ...others] = (await plans()).filter(({ statement }) => statement.includes('price <'));
    expect(only?.runs).toBe(12);
    expect(others).toEqual([]);
  });

  test('A prepared statement accepts any text as a value and nothing as code', async () => {
    for (const name of [`it's`, `'); drop table shop.item; --`, 'a\\b', '$1', '-- x']) {
      expect(await rows(sql.prepared(sql`select ${name}::text as name from shop.item limit 1`))).toEqual([{ name }]);
    }
    await expect(rows(sql.prepared(sql`select '${1}' from shop.item`))).rejects.toThrow('a value inside quotes');
    await expect(rows(sql.prepared(sql`select 1; select ${2} from shop.item`))).rejects.toThrow(
      'one statement at a time',
    );
  });

  test('A prepared statement that writes is confined to its company', async () => {
    const { sql: run } = shop.database.company(2);
    expect(await run.run(sql.prepared(sql`update shop.item set price = price + ${1}`))).toBe(1);
    expect(await rows(sql`select price::int as price from shop.item order by name`)).toEqual([
      { price: 20 },
      { price: 2 },
    ]);
  });

  test('A prepared statement still works after its tables changed', async () => {
    const all = sql.prepared(sql`select * from shop.item where price < ${5}`);
    expect(await rows(all)).toHaveLength(1);
    await shop.database.owner.query('alter table shop.item add column colour text');
    expect(await rows(all)).toEqual([expect.objectContaining({ name: 'Caneta', colour: null })]);
    expect(await rows(all)).toHaveLength(1);
  });

  test('A prepared statement still works after somebody deallocated it', async () => {
    expect(await rows(cheaper(10))).toHaveLength(1);
    await shop.database.app.query('deallocate all');
    expect(await rows(cheaper(10))).toHaveLength(1);
    expect(await rows(cheaper(10))).toHaveLength(1);
  });

  test('A statement that cannot be prepared without its values runs unprepared', async () => {
    const untyped = sql.prepared(sql`select json_build_object('name', ${'Caneta'}) as made from shop.item limit 1`);
    expect(await rows(untyped)).toEqual([{ made: { name: 'Caneta' } }]);
    expect(await rows(untyped)).toEqual([{ made: { name: 'Caneta' } }]);
  });

  test('A prepared statement that fails reports its error, and the next one runs', async () => {
    const odd = (divisor: number): Sql => sql.prepared(sql`select 10 / ${divisor}::int as part from shop.item limit 1`);
    await expect(rows(odd(0))).rejects.toThrow('division by zero');
    expect(await rows(odd(5))).toEqual([{ part: 2 }]);
    await expect(rows(sql.prepared(sql`select nothing from shop.item`))).rejects.toThrow('nothing');
    expect(await rows(odd(2))).toEqual([{ part: 5 }]);
  });

  test('The oldest prepared statements are dropped before there are too many', async () => {
    for (let index = 0; index < 60; index += 1)
      await rows(sql.prepared(sql`select ${index}::int as ${sql.id(`number_${index}`)} from shop.item limit 1`));
    const remaining = await plans();
    expect(remaining.length).toBeLessThanOrEqual(40);
    expect(remaining.some(({ statement }) => statement.includes('number_59'))).toBe(true);
    expect(remaining.some(({ statement }) => statement.includes('number_1"'))).toBe(false);
  });

  test('A prepared statement works the same inside a transaction', async () => {
    const names = await shop.database.company(1).tx(({ sql: run }) => run.rows(cheaper(10)));
    expect(names).toEqual([{ name: 'Caneta' }]);
  });
});
