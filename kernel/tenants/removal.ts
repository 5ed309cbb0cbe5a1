import type { Pool, PoolClient } from 'pg';
import type { Migration } from '@balcao/sdk/server';

/** Table of removed companies whose files and jobs are not removed yet. */
export const removalMigration: Migration = {
  name: '0022-company-removal',
  sql: [
    `create table kernel.company_removal (
       company_id int primary key,
       removed_at timestamptz not null default now()
     )`,
  ],
};

/** Stores, in the transaction that removes a company, that its files and jobs must be removed. */
export const storeRemoval = async (client: PoolClient, companyId: number): Promise<void> => {
  await client.query(`insert into kernel.company_removal (company_id) values ($1) on conflict do nothing`, [companyId]);
};

export const forgetRemoval = async (owner: Pool, companyId: number): Promise<void> => {
  await owner.query(`delete from kernel.company_removal where company_id = $1`, [companyId]);
};

/** Returns removed companies that a node has not finished with within the minutes that a removal may take. */
export const unfinishedRemovals = async (owner: Pool): Promise<number[]> => {
  const { rows } = await owner.query<{ id: number }>(
    `select company_id as id from kernel.company_removal where removed_at < now() - interval '10 minutes' order by 1`,
  );
  return rows.map(({ id }) => id);
};
