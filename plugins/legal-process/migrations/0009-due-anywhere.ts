import type { Migration } from '@balcao/sdk/server';

export const dueAnywhere: Migration = {
  name: '0009-due-anywhere',
  sql: [
    // Finds what is due over all companies at once.
    `create index legal_case_due_anywhere on legal_process.legal_case (next_at)`,
  ],
};
