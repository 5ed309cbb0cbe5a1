import type { Migration } from '@balcao/sdk/server';

export const dueAnywhere: Migration = {
  name: '0006-due-anywhere',
  sql: [
    // Finds what is due over all companies at once.
    `create index campaign_due_anywhere on campaigns.campaign (scheduled_at) where status = 'PROGRAMADA'`,
    `create index campaign_changed_anywhere on campaigns.campaign (updated_at)`,
  ],
};
