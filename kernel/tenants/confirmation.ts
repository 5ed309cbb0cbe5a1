import { createHash, randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Migration } from '@balcao/sdk/server';

/** Table of companies whose address is not confirmed yet: they are inactive, and removed after two days. */
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

const lifetime = `interval '2 days'`;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Stores that a company waits for confirmation, and returns the token for the mail. */
export const awaitConfirmation = async (
  client: PoolClient,
  companyId: number,
  email: string,
  kept: object,
): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await client.query(
    `insert into kernel.company_confirmation (company_id, token_hash, email_key, kept) values ($1, $2, lower(btrim($3)), $4)`,
    [companyId, hashOf(token), email, JSON.stringify(kept)],
  );
  return token;
};

/** Uses up the token, which is valid once. */
export const redeemConfirmation = async (
  client: PoolClient,
  token: string,
): Promise<{ companyId: number; kept: Record<string, unknown> } | undefined> => {
  const { rows } = await client.query<{ companyId: number; kept: Record<string, unknown> }>(
    `delete from kernel.company_confirmation where token_hash = $1 and created_at > now() - ${lifetime}
     returning company_id as "companyId", kept`,
    [hashOf(token)],
  );
  return rows[0];
};

/** Returns unconfirmed companies: of an address that signs up again, or too old. */
export const unconfirmed = async (owner: Pool, email?: string): Promise<number[]> => {
  const { rows } = await owner.query<{ id: number }>(
    `select company_id as id from kernel.company_confirmation
      where case when $1::text is null then created_at <= now() - ${lifetime} else email_key = lower(btrim($1)) end`,
    [email ?? null],
  );
  return rows.map(({ id }) => id);
};
