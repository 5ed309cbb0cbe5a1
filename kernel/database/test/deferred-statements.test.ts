import { sql } from '@balcao/sdk/server';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Maker } from './shop-entities.ts';
import { openShop } from './shop-database.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
const company = (id: number) => shop.database.company(id);
const names = async (): Promise<string[]> =>
  (await company(1).sql.rows<{ name: string }>(sql`select name from shop.maker order by id`)).map((row) => row.name);
const add = (name: string) => sql`insert into shop.maker (company_id, name) values (kernel.current_company(), ${name})`;
const broken = sql`select 1 / (select 0)`;

beforeAll(async () => {
  shop = await openShop(3);
});
afterAll(() => shop.close());
beforeEach(() => shop.database.owner.query('delete from shop.item; delete from shop.maker'));

describe('deferred statements', () => {
  test('A thousand deferred statements and two others of a transaction reach the server in eight messages', async () => {
    // Opens the connection, whose own messages are not counted.
    await names();
    const messages = vi.spyOn(pg.Client.prototype, 'query');
    try {
      await company(1).tx(async (inner) => {
        await inner.sql.run(add('first'));
        for (let n = 0; n < 1000; n += 1) await inner.defer(add(`n${n}`));
        await inner.sql.run(add('last'));
      });
      expect(messages).toHaveBeenCalledTimes(8);
    } finally {
      messages.mockRestore();
    }
    const stored = await names();
    expect(stored).toHaveLength(1002);
    expect([stored[0], stored[1], stored[1000], stored[1001]]).toEqual(['first', 'n0', 'n999', 'last']);
  });

  test('Statements see what was deferred before them, those of the entity manager too', async () => {
    await company(1).tx(async (inner) => {
      await inner.defer(add('a'));
      expect(await inner.sql.one(sql`select count(*)::int as n from shop.maker`)).toEqual({ n: 1 });
      await inner.defer(add('b'));
      expect(await inner.em.find(Maker, { name: 'b' })).toHaveLength(1);
      await inner.defer(add('c'));
      await inner.tx((deeper) => deeper.defer(add('d')));
    });
    expect(await names()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('A transaction of nothing but deferred statements stores them with its commit', async () => {
    await company(1).tx((inner) => inner.defer(add('a')));
    expect(await names()).toEqual(['a']);
  });

  test('A deferred statement that fails undoes its transaction, whose error tells why', async () => {
    const work = company(1).tx(async (inner) => {
      await inner.sql.run(add('a'));
      await inner.defer(broken);
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
    await expect(company(1).tx((inner) => inner.defer(broken))).rejects.toMatchObject({ code: '22012' });
    expect(await names()).toEqual([]);
  });

  test('What an inner transaction deferred is undone with it, and the outer one continues', async () => {
    await company(1).tx(async (outer) => {
      await outer.defer(add('a'));
      const undone = outer.tx(async (inner) => {
        await inner.defer(add('b'));
        throw new Error('changed my mind');
      });
      await expect(undone).rejects.toThrow('changed my mind');
      await expect(outer.tx((inner) => inner.defer(broken))).rejects.toMatchObject({ code: '22012' });
      await outer.defer(add('c'));
    });
    expect(await names()).toEqual(['a', 'c']);
  });

  test('A transaction that fails keeps nothing deferred for the next one on its connection', async () => {
    const all = [1, 2, 3, 4, 5, 6].map((n) =>
      company(1).tx(async (inner) => {
        await inner.sql.one(sql`select 1`);
        await inner.defer(add(`undone ${n}`));
        throw new Error('no');
      }),
    );
    await Promise.allSettled(all);
    await Promise.all([1, 2, 3].map((n) => company(1).tx((inner) => inner.sql.run(add(`kept ${n}`)))));
    expect((await names()).sort()).toEqual(['kept 1', 'kept 2', 'kept 3']);
  });

  test('Outside a transaction the statement has run when the call returns', async () => {
    await company(1).defer(add('a'));
    expect(await names()).toEqual(['a']);
    await expect(company(1).defer(broken)).rejects.toMatchObject({ code: '22012' });
  });

  test('A transaction that has ended is refused', async () => {
    const leaked = await company(1).tx(async (inner) => inner);
    await expect(leaked.defer(add('a'))).rejects.toThrow('has ended');
  });
});
