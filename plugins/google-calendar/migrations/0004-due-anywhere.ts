import type { Migration } from '@balcao/sdk/server';

export const dueAnywhere: Migration = {
  name: '0004-due-anywhere',
  sql: [
    // Finds what is due over all companies at once.
    `create index account_due_anywhere on google_calendar.account (due_at) where state <> 'needs-consent'`,
  ],
};
