import { sql } from '@balcao/sdk/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Item, Maker } from './shop-entities.ts';
import { openShop } from './shop-database.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
const company = (id: number) => shop.database.company(id);
const names = async (id = 1): Promise<string[]> =>
  (await company(id).sql.rows<{ name: string }>(sql`select name from shop.maker order by name`)).map((row) => row.name);
const add = (name: string) => sql`insert into shop.maker (company_id, name) values (kernel.current_company(), ${name})`;

beforeAll(async () => {
  shop = await openShop(3);
});
afterAll(() => shop.close());
beforeEach(() => shop.database.owner.query('delete from shop.item; delete from shop.maker'));

describe('transactions', () => {
  test('A transaction stores everything together, and others see nothing before the commit', async () => {
    await company(1).tx(async (inner) => {
      expect(inner.inTransaction).toBe(true);
      await inner.sql.run(add('a'));
      await inner.sql.run(add('b'));
      expect(await names()).toEqual([]);
      expect(await inner.sql.one(sql`select count(*) as n from shop.maker`)).toEqual({ n: 2 });
    });
    expect(await names()).toEqual(['a', 'b']);
  });

  test('An error rolls back everything the transaction wrote', async () => {
    const work = company(1).tx(async (inner) => {
      await inner.sql.run(add('a'));
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await names()).toEqual([]);
  });

  test('Statements that were started and not awaited end with their transaction, and write nothing after it', async () => {
    const work = company(1).tx(async (inner) => {
      const started = [add('a'), add('b'), add('c')].map((statement) => inner.sql.run(statement));
      for (const one of started) one.catch(() => undefined);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    // The next user of the connection, in another company, meets nothing of them.
    await Promise.all([1, 2, 3].map(() => company(2).tx((inner) => inner.sql.run(sql`select pg_sleep(0.01)`))));
    expect([await names(1), await names(2)]).toEqual([[], []]);
  });

  test('A failed statement rolls back the transaction, even when its error was caught', async () => {
    const work = company(1).tx(async (inner) => {
      await inner.sql.run(add('a'));
      await inner.sql.one(sql`select 1 / 0`).catch(() => undefined);
      return 'done';
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await names()).toEqual([]);
  });

  test('An inner transaction that fails is rolled back alone, and the outer one continues', async () => {
    await company(1).tx(async (outer) => {
      await outer.sql.run(add('a'));
      await expect(
        outer.tx(async (inner) => {
          await inner.sql.run(add('b'));
          await inner.sql.one(sql`select 1 / 0`);
        }),
      ).rejects.toMatchObject({ code: '22012' });
      await outer.tx(async (inner) => {
        await inner.sql.run(add('c'));
        await inner.tx((deepest) => deepest.sql.run(add('d')));
      });
    });
    expect(await names()).toEqual(['a', 'c', 'd']);
  });

  test('Inner transactions that run side by side do not undo each other', async () => {
    await company(1).tx(async (outer) => {
      const outcomes = await Promise.allSettled(
        ['a', 'b', 'c', 'd'].map((name) =>
          outer.tx(async (inner) => {
            await inner.sql.run(add(name));
            if (name === 'b') throw new Error('not this one');
          }),
        ),
      );
      expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    });
    expect(await names()).toEqual(['a', 'c', 'd']);
  });

  test('A transaction without statements sends nothing and succeeds', async () => {
    expect(await company(1).tx(async () => 7)).toBe(7);
    await expect(company(1).tx(() => Promise.reject(new Error('early')))).rejects.toThrow('early');
  });

  test('A scope that is used after its transaction ended is refused', async () => {
    const leaked = await company(1).tx(async (inner) => ({ inner, em: inner.em }));
    await expect(leaked.inner.sql.rows(sql`select 1`)).rejects.toThrow('has ended');
    expect(() => leaked.inner.em).toThrow('has ended');
    await expect(leaked.em.find(Maker, {})).rejects.toThrow('already committed');
  });

  test('The loser of a deadlock runs again when it asked for retries', async () => {
    await company(1).sql.run(add('a'));
    await company(1).sql.run(add('b'));
    let runs = 0;
    const work = (first: string, second: string) =>
      company(1).tx(
        async (inner) => {
          runs += 1;
          await inner.sql.run(sql`update shop.maker set name = name || '!' where name like ${`${first}%`}`);
          await inner.sql.one(sql`select pg_sleep(0.2)`);
          await inner.sql.run(sql`update shop.maker set name = name || '?' where name like ${`${second}%`}`);
        },
        { retry: true },
      );
    await Promise.all([work('a', 'b'), work('b', 'a')]);
    expect(runs).toBeGreaterThan(2);
    const left = await names();
    expect(left.every((name) => name.length === 3)).toBe(true);
  });

  test('More transactions than connections wait for a free one', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => company(1 + (n % 3)).tx((inner) => inner.sql.run(add(`m${n}`)))),
    );
    expect(await names(1)).toHaveLength(20);
    expect(await names(3)).toHaveLength(20);
  });
});

describe('afterCommit', () => {
  test('Callbacks run in order after the outermost commit, and a failing one does not stop the rest', async () => {
    const seen: string[] = [];
    await company(1).tx(async (outer) => {
      outer.afterCommit(() => seen.push('one'));
      await outer.tx(async (inner) => {
        await inner.sql.run(add('a'));
        inner.afterCommit(() => {
          seen.push('two');
          throw new Error('a fault in a callback');
        });
      });
      outer.afterCommit(() => seen.push('three'));
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual(['one', 'two', 'three']);
  });

  test('Callbacks never run after a rollback of the whole transaction or of the inner one', async () => {
    const seen: string[] = [];
    await company(1).tx(async (outer) => {
      const inner = outer.tx(async (part) => {
        part.afterCommit(() => seen.push('inner'));
        throw new Error('no');
      });
      await inner.catch(() => undefined);
      outer.afterCommit(() => seen.push('outer'));
    });
    expect(seen).toEqual(['outer']);
    const failing = company(1).tx(async (outer) => {
      outer.afterCommit(() => seen.push('never'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(seen).toEqual(['outer']);
  });

  test('A callback runs at once outside a transaction', () => {
    const seen: string[] = [];
    company(1).afterCommit(() => seen.push('now'));
    expect(seen).toEqual(['now']);
  });
});

describe('entities', () => {
  test('Entities can be created, found, changed, populated and removed', async () => {
    const { em } = company(1);
    const maker = em.create(Maker, { companyId: 1, name: 'Oficina' });
    em.create(Item, { companyId: 1, maker, name: 'Mesa', price: '19.90', madeOn: '2026-01-31' });
    em.create(Item, { companyId: 1, maker, name: 'Cadeira', price: '5.00' });
    await em.flush();

    const other = company(1).em;
    const [found] = await other.find(
      Maker,
      { name: 'Oficina' },
      { populate: ['items'], orderBy: { items: { name: 'asc' } } },
    );
    expect(found?.items.getItems().map((item) => item.name)).toEqual(['Cadeira', 'Mesa']);
    const table = found?.items.getItems().find((item) => item.name === 'Mesa');
    expect(table).toMatchObject({ price: '19.90', madeOn: '2026-01-31', companyId: 1 });
    expect(table?.createdAt).toBeInstanceOf(Date);
    expect(typeof table?.id).toBe('number');

    if (table) table.price = '18.00';
    await other.flush();
    expect(await company(1).sql.one(sql`select price, made_on from shop.item where name = 'Mesa'`)).toEqual({
      price: '18.00',
      made_on: new Date('2026-01-31T00:00:00Z'),
    });
    expect(await company(2).em.find(Maker, {})).toEqual([]);
    if (table) await other.remove(table).flush();
    expect(await company(1).em.count(Item)).toBe(1);
  });

  test('Entities share the transaction with SQL, on one connection', async () => {
    const narrow = await openShop(1, { poolSizes: { app: 1 } });
    try {
      const work = narrow.database.company(1).tx(async (inner) => {
        await inner.sql.run(add('by sql'));
        expect(await inner.em.count(Maker)).toBe(1);
        inner.em.create(Maker, { companyId: 1, name: 'by entity' });
        await inner.em.flush();
        expect(await inner.sql.one(sql`select count(*) as n from shop.maker`)).toEqual({ n: 2 });
        await inner.em.transactional(async (em) => {
          em.create(Maker, { companyId: 1, name: 'deeper' });
        });
        await inner.tx(async (deep) => {
          expect(await deep.em.count(Maker)).toBe(3);
        });
        throw new Error('take it back');
      });
      await expect(work).rejects.toThrow('take it back');
      expect(await narrow.database.company(1).em.count(Maker)).toBe(0);
    } finally {
      await narrow.close();
    }
  });

  test('Changed entities are saved at the end of a transaction without an explicit flush', async () => {
    await company(1).tx(async (inner) => {
      inner.em.create(Maker, { companyId: 1, name: 'stored' });
    });
    expect(await names()).toEqual(['stored']);
    await company(1).tx(async (inner) => {
      const maker = await inner.em.findOneOrFail(Maker, { name: 'stored' });
      maker.name = 'renamed';
    });
    expect(await names()).toEqual(['renamed']);
  });

  test('Many inserts, native updates and deletes run in one transaction each', async () => {
    const { em } = company(1);
    await em.insertMany(
      Maker,
      Array.from({ length: 1000 }, (_, n) => ({ companyId: 1, name: `m${n}` })),
    );
    expect(await em.count(Maker)).toBe(1000);
    const twice = Array.from({ length: 1000 }, (_, n) => ({
      companyId: 1,
      name: n === 999 ? 'i0' : `i${n}`,
      price: '0',
    }));
    await expect(em.insertMany(Item, twice)).rejects.toMatchObject({ code: '23505' });
    expect(await company(1).em.count(Item)).toBe(0);
    expect(await em.nativeUpdate(Maker, { name: { $like: 'm1%' } }, { name: 'x' })).toBe(111);
    expect(await em.nativeDelete(Maker, { name: 'x' })).toBe(111);
    expect(await company(1).em.count(Maker)).toBe(889);
  });

  test("After a refused row the entity manager's connection still works", async () => {
    const { em } = company(1);
    em.create(Maker, { companyId: 2, name: 'not mine' });
    await expect(em.flush()).rejects.toMatchObject({ name: 'RowLevelSecurityViolationException', code: '42501' });
    expect(await company(1).em.count(Maker)).toBe(0);
    expect(await company(2).em.count(Maker)).toBe(0);
  });

  test('em.transactional and forks stay in the company', async () => {
    const { em } = company(1);
    await em.transactional(async (inner) => {
      inner.create(Maker, { companyId: 1, name: 'a' });
    });
    await expect(
      em.transactional(async (inner) => {
        inner.create(Maker, { companyId: 1, name: 'b' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect((await em.fork().find(Maker, {})).map((maker) => maker.name)).toEqual(['a']);
    expect(await company(2).em.fork().count(Maker)).toBe(0);
  });
});
