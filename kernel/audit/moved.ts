import type { Pool } from 'pg';
import type { RouteEntry } from '../host/ledger.ts';
import { inTransaction } from '../tenants/transaction.ts';
import { recordedAs } from './recorded.ts';

/** Nodes that start together take turns. */
const moveLock = 7318;

/** Once, at the first start with a log of the platform: takes there what stands in companies' logs by mistake. */
export const movePlatformNotes = (
  owner: Pool,
  routes: readonly Pick<RouteEntry, 'plugin' | 'method' | 'path' | 'definition'>[],
): Promise<void> =>
  inTransaction(owner, async (client) => {
    await client.query(`set local lock_timeout = 0; select pg_advisory_xact_lock(${moveLock})`);
    const { rows } = await client.query<{ waits: boolean }>(
      `select to_regprocedure('kernel.move_platform_notes(jsonb)') is not null as waits`,
    );
    if (!rows[0]?.waits) return;
    const actions = routes.flatMap(({ plugin, method, path, definition: { access, audit } }) => {
      if (access !== 'super') return [];
      const action = recordedAs({ method, path, access, ...(audit !== undefined && { audit }) });
      return action === undefined ? [] : [`${plugin} ${action}`];
    });
    await client.query('select kernel.move_platform_notes($1)', [JSON.stringify(actions)]);
    await client.query('drop function kernel.move_platform_notes(jsonb)');
  });
