import type { PoolClient } from 'pg';
import type { Kernel } from '@balcao/kernel';
import type { DemoCompany } from './company.ts';
export { startPage as firstPlace } from './start-page.ts';
import { fillOutra, openOutra } from './outra.ts';
import { fillPrado, openPrado } from './prado.ts';
import { countAttendances } from './reports.ts';

/** Outside of every plugin's tables, so that demo data is created once and later changes by people stay. */
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

/** Creates the conversations of both companies in one transaction. */
const fill = async (client: PoolClient, kernel: Kernel, prado: DemoCompany, outra: DemoCompany): Promise<void> => {
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
 * Creates two companies with people, contacts and conversations, so that the first screen shows a working desk. Does
 * nothing when it ran before; refuses production, where nobody wants invented customers.
 */
export const seedDemo = async (kernel: Kernel): Promise<void> => {
  if (kernel.config.production) throw new Error('demo data is not for production');
  if (await filled(kernel)) return;
  const client = await kernel.database.owner.connect();
  try {
    // A concurrent start on another node waits here and finds the data.
    await client.query('select pg_advisory_lock(7316, 2)');
    if (await filled(kernel)) return;
    const companies = [await openPrado(kernel), await openOutra(kernel)] as const;
    await fill(client, kernel, ...companies);
    for (const { companyId } of companies) await countAttendances(kernel, companyId);
  } finally {
    // Closing the connection releases its lock, whatever state the failure left it in.
    client.release(true);
  }
};
