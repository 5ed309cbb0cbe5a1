import path from 'node:path';
import { tablesOf } from '@balcao/kernel';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { migratedTemplate, templateDatabase } from '../database-template.ts';

const serverUrl = inject('databaseUrl');
const run = async (url: string, statement: string): Promise<pg.QueryResult> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
};

test('Processes that need the same rows at once fill one database, and each gets a clone of its own', async () => {
  let fills = 0;
  const fill = async (url: string): Promise<void> => {
    fills += 1;
    await run(url, 'create table word as values (1)');
  };
  const content = ['words', process.pid, Date.now()];
  const names = await Promise.all([1, 2, 3].map(() => templateDatabase(serverUrl, content, fill)));
  expect([fills, new Set(names).size]).toEqual([1, 1]);
  const clones = await Promise.all([1, 2].map(() => freshDatabase(serverUrl, names[0])));
  await run(clones[0]?.url ?? '', 'delete from word');
  expect((await run(clones[1]?.url ?? '', 'select from word')).rowCount).toBe(1);
  for (const clone of clones) await clone.drop();
  await run(serverUrl, `drop database ${names[0]}`);
});

test('A database whose filling failed is filled anew by the next process', async () => {
  const content = ['broken', process.pid, Date.now()];
  const failing = templateDatabase(serverUrl, content, () => Promise.reject(new Error('no rows today')));
  await expect(failing).rejects.toThrow('no rows today');
  const name = await templateDatabase(serverUrl, content, async (url) => void (await run(url, 'create table word ()')));
  const clone = await freshDatabase(serverUrl, name);
  expect((await run(clone.url, 'select from word')).rowCount).toBe(0);
  await clone.drop();
  await run(serverUrl, `drop database ${name}`);
});

test('A filling starts with the largest earlier one whose parts are all wanted', async () => {
  const own = `${process.pid}x${Date.now()}`;
  const [one, two, three] = ['one', 'two', 'three'].map((part) => `${part}${own}`) as [string, string, string];
  const found: string[][] = [];
  const made = (...parts: string[]): Promise<string> =>
    templateDatabase(
      serverUrl,
      { parts },
      async (url) => {
        const { rows } = await run(url, `select relname from pg_class where relnamespace = 'public'::regnamespace`);
        found.push(rows.map(({ relname }: { relname: string }) => relname).toSorted());
        for (const part of parts) await run(url, `create table if not exists "${part}" ()`);
      },
      { parts },
    );
  const names = [await made(one), await made(two, one), await made(one, three), await made(two, three, one)];
  expect(found.slice(0, 3)).toEqual([[], [one], [one]]);
  expect(found[3]).toHaveLength(2);
  for (const name of names) await run(serverUrl, `drop database ${name}`);
});

test('A template that exists is found without preparing those that it is made from', async () => {
  const content = ['found', process.pid, Date.now()];
  const prepared: string[] = [];
  const prepare = async (): Promise<void> => void prepared.push('once');
  const made = (): Promise<string> =>
    templateDatabase(serverUrl, content, async (url) => void (await run(url, 'create table word ()')), { prepare });
  const names = [await made(), await made()];
  expect(prepared).toEqual(['once']);
  expect(names[1]).toBe(names[0]);
  await run(serverUrl, `drop database ${names[0]}`);
});

test('A set of plugins has the same tables whether or not those of a smaller set were copied', async () => {
  const shape = async (name: string): Promise<unknown[]> => {
    const clone = await freshDatabase(serverUrl, name);
    const { rows } = await run(
      clone.url,
      `select attrelid::regclass::text || '.' || attname || ' ' || format_type(atttypid, atttypmod) as line
         from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace::regnamespace::text !~ '^pg_|^information'
       union all select pg_get_constraintdef(oid) || conname from pg_constraint where connamespace::regnamespace::text !~ '^pg_|^information'
       union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
       union all select oid::regprocedure || md5(prosrc) from pg_proc where pronamespace::regnamespace::text !~ '^pg_|^information'
       union all select tablename || policyname || qual from pg_policies
       order by 1`,
    );
    await clone.drop();
    return rows;
  };
  const folders = ['users', 'queues', 'contacts'].map((id) => ({
    dir: path.resolve(import.meta.dirname, '../../../plugins', id),
    firstParty: true,
  }));
  const tables = await tablesOf(folders, { sandbox: true });
  const atOnce = await templateDatabase(serverUrl, ['at once', process.pid], (url) => tables.make(url, tables.owners));
  expect(await shape(await migratedTemplate(serverUrl, folders, { sandbox: true }))).toEqual(await shape(atOnce));
  await run(serverUrl, `drop database ${atOnce}`);
});
