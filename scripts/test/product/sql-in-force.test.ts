import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type TestHost } from '@balcao/testing';
import { namesOutside, readContracts, schemaOf, type SqlContracts } from '../../../sdk/cli/sql-check.ts';
import { firstParty } from '../conformance/platform.ts';
import { neighboursOf, type Neighbours } from '../import-rules.ts';

const root = path.resolve(import.meta.dirname, '../../..');

let host: TestHost;
let contracts: SqlContracts;
let neighbours: Neighbours;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: firstParty });
  [contracts, neighbours] = [await readContracts(root), await neighboursOf(root)];
}, 120_000);
afterAll(() => host?.close());

/** Reads the functions and views of every plugin from the database, after all migrations and routines. */
const inForce = async (): Promise<{ plugin: string; name: string; text: string }[]> => {
  const { rows } = await host.kernel.database.owner.query<{ schema: string; name: string; text: string }>(
    `select n.nspname as schema, p.proname as name, p.prosrc as text
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any ($1)
     union all
     select n.nspname, c.relname, pg_get_viewdef(c.oid)
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = any ($1) and c.relkind = 'v'`,
    [firstParty.map(schemaOf)],
  );
  return rows.map(({ schema, ...row }) => ({ ...row, plugin: firstParty.find((id) => schemaOf(id) === schema) ?? '' }));
};

test('functions and views in the database read other plugins only through what their contracts publish', async () => {
  const all = await inForce();
  expect(all.length).toBeGreaterThan(100);
  const outside = all.flatMap(({ plugin, name, text }) =>
    namesOutside(text, { id: plugin, named: neighbours.get(plugin) ?? new Set() }, contracts).map(
      (found) => `${plugin}.${name} reads ${found.schema}.${found.name}`,
    ),
  );
  expect([...new Set(outside)].toSorted()).toEqual([]);
});
