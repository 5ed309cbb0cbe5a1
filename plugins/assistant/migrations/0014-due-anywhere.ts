import type { Migration } from '@balcao/sdk/server';

export const dueAnywhere: Migration = {
  name: '0014-due-anywhere',
  sql: [
    // Finds what is due over all companies at once.
    `create index conversation_due_anywhere on assistant.conversation (due_at) where inbox_id > answered_id`,
    `create index evaluation_running_anywhere on assistant.evaluation (seen_at) where state = 'running'`,
  ],
};
