import type { PoolClient } from 'pg';
import type { Kernel } from '@balcao/kernel';
import type { Place } from './company.ts';
export { firstPlace } from './first-place.ts';
import { fillOutra, openOutra } from './outra.ts';
import { fillPrado, openPrado } from './prado.ts';

/** Apart from every plugin's tables: what was filled once stays as people leave it. */
const record = 'public.demo_data';
const undefinedTable = '42P01';

const filled = async (kernel: Kernel): Promise<boolean> => {
  try {
    const { rowCount } = await kernel.database.owner.query(`select from ${record}`);
    return rowCount !== 0;
  } catch (error) {
    if ((error as { code?: string }).code === undefinedTable) return false;
    throw error;
  }
};

/** The conversations of both companies or none. */
const fill = async (client: PoolClient, kernel: Kernel, prado: Place, outra: Place): Promise<void> => {
  const now = Date.now();
  await client.query('begin');
  try {
    await client.query(`create table if not exists ${record} (filled_at timestamptz not null default now())`);
    await fillPrado(client, kernel, prado, now);
    await fillOutra(client, kernel, outra, now);
    await client.query(`insert into ${record} default values`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

/**
 * Two companies with people, contacts and conversations, so that the first look shows a desk at work. Does nothing
 * when it was done before; refuses production, where nobody wants invented customers.
 */
export const seedDemo = async (kernel: Kernel): Promise<void> => {
  if (kernel.config.production) throw new Error('demo data is not for production');
  if (await filled(kernel)) return;
  const client = await kernel.database.owner.connect();
  try {
    // Whoever starts at the same time on another node waits here and finds it done.
    await client.query('select pg_advisory_lock(7316, 2)');
    if (!(await filled(kernel))) await fill(client, kernel, await openPrado(kernel), await openOutra(kernel));
  } finally {
    // A connection that is closed gives its lock back, whatever state the failure left it in.
    client.release(true);
  }
};
