import type { Migration } from '@balcao/sdk/server';

export const dueAnywhere: Migration = {
  name: '0007-due-anywhere',
  sql: [
    // Finds what is due over all companies at once.
    `create index run_alive_anywhere on chatai.run (seen_at) where state = 'running'`,
  ],
};
