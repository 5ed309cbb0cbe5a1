import type { PoolClient } from 'pg';
import type { Kernel } from '../../kernel/index.ts';
import type { Place } from './company.ts';
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

/** All of a company or nothing; whoever starts at the same time on another node waits and finds it done. */
const fill = async (kernel: Kernel, work: (client: PoolClient, now: number) => Promise<void>): Promise<void> => {
  const client = await kernel.database.owner.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin; select pg_advisory_xact_lock(7316, 2)');
    await client.query(`create table if not exists ${record} (filled_at timestamptz not null default now())`);
    const { rowCount } = await client.query(`select from ${record}`);
    if (rowCount === 0) {
      await work(client, Date.now());
      await client.query(`insert into ${record} default values`);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => (broken = cause));
    throw error;
  } finally {
    client.release(broken);
  }
};

/**
 * Two companies with people, contacts and conversations, so that the first look shows a desk at work. Does nothing
 * when it was done before; refuses production, where nobody wants invented customers.
 */
export const seedDemo = async (kernel: Kernel): Promise<void> => {
  if (kernel.config.production) throw new Error('demo data is not for production');
  if (await filled(kernel)) return;
  const prado: Place = await openPrado(kernel);
  const outra: Place = await openOutra(kernel);
  await fill(kernel, async (client, now) => {
    await fillPrado(client, kernel, prado, now);
    await fillOutra(client, kernel, outra, now);
  });
};
