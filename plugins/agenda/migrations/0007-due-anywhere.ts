import type { Migration } from '@balcao/sdk/server';

export const dueAnywhere: Migration = {
  name: '0007-due-anywhere',
  sql: [
    // Finds what is due over all companies at once.
    `create index schedule_due_anywhere on agenda.schedule (send_at) where status in ('PENDENTE', 'ENVIANDO')`,
  ],
};
