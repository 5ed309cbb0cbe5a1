import type { Migration } from '@balcao/sdk/server';

/** Null: the company's setting decides when the message goes out. */
export const signature: Migration = {
  name: '0014-signature',
  sql: [`alter table tickets.message add column is_signed boolean`],
};
