import type { Migration } from '@balcao/sdk/server';

export const dueAnywhere: Migration = {
  name: '0002-due-anywhere',
  sql: [
    // Finds what is due over all companies at once.
    `create index charge_open_anywhere on finance.charge (created_at) where status in ('making', 'pending', 'replaced')`,
  ],
};
