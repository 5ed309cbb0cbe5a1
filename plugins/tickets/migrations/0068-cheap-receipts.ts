import type { Migration } from '@balcao/sdk/server';

/**
 * A receipt changes no column of an index, so PostgreSQL writes the row and none of its indexes, of which those for
 * searching cost most, wherever its page has room left.
 */
export const cheapReceipts: Migration = {
  name: '0068-cheap-receipts',
  sql: [
    'drop index tickets.message_unsent',
    // What the provider did not take: it has no id there.
    `create index message_unsent on tickets.message (company_id, ticket_id)
       where from_me and external_id is null and not only_internal`,
    'alter table tickets.message set (fillfactor = 90)',
  ],
};
