import { type Sql, sql } from '@balcao/sdk/server';
import type { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop } from './shop-database.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
const one = (query: Sql) => shop.database.company(1).sql.one<Record<string, unknown>>(query);

beforeAll(async () => {
  shop = await openShop(2);
});
afterAll(() => shop.close());

describe('values in SQL', () => {
  const hostile = [
    '',
    `it's`,
    `'; drop table shop.item; --`,
    `\\'; select 1; --`,
    'a\\b\\\\',
    '$$ $1 $tag$',
    'ação ñ 😀 \u2028',
    'line\nbreak\ttab',
    '%_\\%',
    '-- x',
    '/* y',
    '"quoted"',
  ];
  test('An object that looks like a piece of SQL is sent as a value', async () => {
    const forged = { text: ['1; drop table shop.item', ''], values: [1] };
    expect(await one(sql`select ${forged}::jsonb as value`)).toEqual({ value: forged });
    expect(await one(sql`select ${[forged]}::jsonb[] as list`)).toEqual({ list: [forged] });
  });

  test('Any text keeps its quotes and special characters', async () => {
    for (const value of hostile) {
      expect(await one(sql`select ${value} as value`)).toEqual({ value });
      expect(
        await one(sql`select ${value}::text as a, ${[value, value]}::text[] as list, ${{ value }}::jsonb as json`),
      ).toEqual({
        a: value,
        list: [value, value],
        json: { value },
      });
    }
  });

  test('Any text keeps its characters through the SQL of entities', async () => {
    for (const value of hostile) {
      const rows = await (shop.database.company(1).em as EntityManager).execute('select ?::text as value', [value]);
      expect(rows).toEqual([{ value }]);
    }
  });

  test('Numbers keep their value, also negative ones right after a minus', async () => {
    expect(
      await one(sql`select 10 -${-5} as a, ${2.5} * 2 as b, ${-1e-7}::float8 as c, ${12345678901234n} as d, ${0} as e`),
    ).toEqual({
      a: 15,
      b: '5.0',
      c: -1e-7,
      d: 12345678901234,
      e: 0,
    });
  });

  test('Dates, booleans, null and bytes keep their value', async () => {
    const date = new Date('2026-02-03T04:05:06.789Z');
    const row = await one(
      sql`select ${date}::timestamptz as at, ${date}::date as day, ${true} as yes, ${null}::int as none, ${Buffer.from([0, 255, 39, 92])}::bytea as bytes`,
    );
    expect(row).toEqual({
      at: date,
      day: new Date('2026-02-03T00:00:00Z'),
      yes: true,
      none: null,
      bytes: Buffer.from([0, 255, 39, 92]),
    });
  });

  test('Lists keep their values, also empty and nested ones, and work with any()', async () => {
    expect(
      await one(
        sql`select 2 = any(${[1, 2]}::int[]) as yes, 3 = any(${[]}::int[]) as no, 'b' = any(${['a', 'b']}) as text`,
      ),
    ).toEqual({
      yes: true,
      no: false,
      text: true,
    });
    expect(
      await one(
        sql`select ${[
          [1, 2],
          [3, null],
        ]}::int[] as nested, ${[1, 2]}::bigint[] as big, ${['1.50']}::numeric[] as exact`,
      ),
    ).toEqual({
      nested: [
        [1, 2],
        [3, null],
      ],
      big: [1, 2],
      exact: ['1.50'],
    });
    expect(await one(sql`select ${[new Date(0)]}::timestamptz[] as at, ${[true, false]}::boolean[] as flags`)).toEqual({
      at: [new Date(0)],
      flags: [true, false],
    });
  });

  test('JSON objects keep their value, and so does a JSON list written as text', async () => {
    expect(
      await one(
        sql`select ${{ a: [1, { b: "it's" }], c: null }}::jsonb as json, ${JSON.stringify([1, 'x'])}::jsonb as list`,
      ),
    ).toEqual({
      json: { a: [1, { b: "it's" }], c: null },
      list: [1, 'x'],
    });
  });

  test('Whole numbers arrive as numbers while they are exact, and otherwise as text with all digits', async () => {
    expect(
      await one(sql`select count(*) as n, 9007199254740993::bigint as big, 1.10::numeric as exact from shop.item`),
    ).toEqual({
      n: 0,
      big: '9007199254740993',
      exact: '1.10',
    });
  });
});

describe('refused values and statements', () => {
  test('Undefined, functions, NaN and invalid dates are refused', async () => {
    const bad: unknown[] = [
      undefined,
      () => 1,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      new Date('x'),
      [undefined],
      Symbol('x'),
    ];
    for (const value of bad) await expect(one(sql`select ${value} as value`)).rejects.toThrow(TypeError);
  });

  test('Text with a NUL character is answered as a validation error', async () => {
    await expect(one(sql`select ${'a\0b'} as value`)).rejects.toMatchObject({ status: 400, code: 'ERR_VALIDATION' });
    await expect(one(sql`select ${['a\0b']}::text[] as value`)).rejects.toMatchObject({ status: 400 });
    await expect(
      (shop.database.company(1).em as EntityManager).execute('select ?::text', ['a\0b']),
    ).rejects.toMatchObject({
      status: 400,
      code: 'ERR_VALIDATION',
    });
  });

  test('A value inside quotes or a comment, where it would be code, is refused', async () => {
    const value = '; drop table shop.item; --';
    for (const query of [
      sql`select '${value}'`,
      sql`select '%${value}%'`,
      sql`select "${value}"`,
      sql`select $$${value}$$`,
      sql`select $x$${value}$x$`,
      sql`select 1 -- ${value}
`,
      sql`select /* /* */ ${value} */ 1`,
      sql`select e'\\'${value}'`,
    ]) {
      await expect(one(query)).rejects.toThrow(SyntaxError);
    }
  });

  test('A second statement and transaction statements are refused', async () => {
    for (const query of [
      sql`select 1; select 2`,
      sql`select ${1}; drop table shop.item`,
      sql`commit`,
      sql`/* now */ rollback`,
      sql`begin`,
      sql`savepoint x`,
    ]) {
      await expect(one(query)).rejects.toThrow(SyntaxError);
    }
  });

  test('Harmless semicolons and quotes are accepted', async () => {
    expect(
      await one(sql`select ';' as "a;b", 'it''s' as c, $$;'$$ as d, e'\\';' as e, ${1} as f; -- the end; really`),
    ).toEqual({
      'a;b': ';',
      c: "it's",
      d: ";'",
      e: "';",
      f: 1,
    });
    expect(await one(sql`select ${1} as a -- last line`)).toEqual({ a: 1 });
    expect(await one(sql`select /* a /* nested */ ; */ ${1} as a`)).toEqual({ a: 1 });
  });

  test('Fragments, names and lists can be composed', async () => {
    const conditions = [sql`name = ${"it's"}`, sql`price > ${-1}`];
    const query = sql`select count(*) as n from ${sql.id('shop.item')} where ${sql.join(conditions, sql` and `)} ${sql.empty}`;
    expect(await one(query)).toEqual({ n: 0 });
  });
});

test('run returns the number of written rows', async () => {
  const { sql: runner } = shop.database.company(1);
  expect(await runner.run(sql`insert into shop.maker (company_id, name) values (1, 'a'), (1, 'b')`)).toBe(2);
  expect(await runner.run(sql`update shop.maker set name = 'c' where name = ${'a'}`)).toBe(1);
  expect(await runner.run(sql`delete from shop.maker`)).toBe(2);
  expect(await runner.one(sql`select * from shop.maker`)).toBeUndefined();
});
