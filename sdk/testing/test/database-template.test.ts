import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { templateDatabase } from '../database-template.ts';

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
