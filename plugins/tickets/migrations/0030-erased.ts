import type { Migration } from '@balcao/sdk/server';

/** When a conversation was emptied because the company keeps it no longer. Reopened and closed again it waits anew. */
export const erased: Migration = {
  name: '0030-erased',
  sql: [
    'alter table tickets.ticket add column erased_at timestamptz',
    `create index ticket_kept on tickets.ticket (company_id, closed_at)
       where status = 'closed' and (erased_at is null or erased_at < closed_at)`,
  ],
};
