import { createHash, randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Migration } from '@balcao/sdk/server';

/** Table of companies whose e-mail address is not confirmed yet: they are inactive, and removed after two days. */
export const confirmationMigration: Migration = {
  name: '0009-company-confirmation',
  sql: [
    `create table kernel.company_confirmation (
       company_id int primary key references kernel.company (id) on delete cascade,
       token_hash bytea not null unique,
       email_key text not null,
       kept jsonb not null,
       created_at timestamptz not null default now()
     )`,
    // Finds companies of an address that signs up again, and those that were not confirmed in time.
    `create index on kernel.company_confirmation (email_key)`,
    `create index on kernel.company_confirmation (created_at)`,
  ],
};

/** Nothing was ever stored with a confirmation but an empty object. */
export const confirmationDataMigration: Migration = {
  name: '0023-confirmation-data',
  sql: ['alter table kernel.company_confirmation drop column kept'],
};

const lifetime = `interval '2 days'`;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Stores that a company waits for confirmation, and returns the token for the mail. */
export const storeConfirmation = async (client: PoolClient, companyId: number, email: string): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await client.query(
    `insert into kernel.company_confirmation (company_id, token_hash, email_key) values ($1, $2, lower(btrim($3)))`,
    [companyId, hashOf(token), email],
  );
  return token;
};

/** Uses up the token, which is valid once, and returns the id of its company. Undefined: unknown, used, or too old. */
export const redeemConfirmation = async (client: PoolClient, token: string): Promise<number | undefined> => {
  const { rows } = await client.query<{ companyId: number }>(
    `delete from kernel.company_confirmation where token_hash = $1 and created_at > now() - ${lifetime}
     returning company_id as "companyId"`,
    [hashOf(token)],
  );
  return rows[0]?.companyId;
};

const companiesOf = async (owner: Pool, where: string, values: unknown[]): Promise<number[]> => {
  const { rows } = await owner.query<{ id: number }>(
    `select company_id as id from kernel.company_confirmation where ${where}`,
    values,
  );
  return rows.map(({ id }) => id);
};

/** Returns the unconfirmed companies of an e-mail address, which are replaced when it signs up again. */
export const unconfirmedOf = (owner: Pool, email: string): Promise<number[]> =>
  companiesOf(owner, `email_key = lower(btrim($1))`, [email]);

/** Returns the companies that were not confirmed in time. */
export const overdueConfirmations = (owner: Pool): Promise<number[]> =>
  companiesOf(owner, `created_at <= now() - ${lifetime}`, []);
