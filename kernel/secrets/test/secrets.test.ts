import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type TestHost } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['users', 'queues'] });
});
afterAll(() => host?.close());

const stored = async (): Promise<{ plugin: string; name: string; value: string }[]> => {
  const { rows } = await host.kernel.database.owner.query('select plugin, name, value from kernel.plugin_secret');
  return rows;
};

test('A secret is created once for the whole installation, and every company of the plugin gets the same', async () => {
  const one = await host.company();
  const other = await host.company();
  let made = 0;
  const make = () => `made ${(made += 1)}`;
  const all = await Promise.all([
    one.scope('users').secrets.once('keys', make),
    one.scope('users').secrets.once('keys', make),
    other.scope('users').secrets.once('keys', make),
  ]);
  expect(new Set(all)).toEqual(new Set(['made 1']));
});

test('Two nodes that request a secret at the same moment get the same one, also after a restart', async () => {
  const { id } = await host.company();
  const node = await startTestHost({
    databaseUrl: host.databaseUrl,
    plugins: ['users', 'queues'],
    sameDatabaseAs: host,
  });
  try {
    const [here, there] = await Promise.all([
      host.kernel.scope(id, 'users').secrets.once('pair', () => 'here'),
      node.kernel.scope(id, 'users').secrets.once('pair', () => 'there'),
    ]);
    expect(here).toBe(there);
  } finally {
    await node.close();
  }
});

test("A plugin cannot read another plugin's secret, and the database holds none in plain text", async () => {
  const company = await host.company();
  expect(await company.scope('users').secrets.once('same-name', () => 'of people')).toBe('of people');
  expect(await company.scope('queues').secrets.once('same-name', () => 'of departments')).toBe('of departments');
  const rows = await stored();
  expect(rows.filter(({ name }) => name === 'same-name')).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain('of people');
  await expect(company.scope('users').sql.rows(sql`select value from kernel.plugin_secret`)).rejects.toThrow(
    'permission denied',
  );
});

test('A secret whose creation failed is created by the next request', async () => {
  const { secrets } = (await host.company()).scope('users');
  await expect(secrets.once('late', () => Promise.reject(new Error('no luck')))).rejects.toThrow('no luck');
  expect(await secrets.once('late', () => 'now')).toBe('now');
});
