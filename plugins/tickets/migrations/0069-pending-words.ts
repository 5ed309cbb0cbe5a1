import type { Migration } from '@balcao/sdk/server';

/**
 * New words wait in a list of the index until there are so many kilobytes of them, and every look into the index reads
 * that list from end to end. A search looks into it once a bucket, so it is kept as short as PostgreSQL allows; storing
 * a message costs no more for it.
 */
export const pendingWords: Migration = {
  name: '0069-pending-words',
  sql: ['alter index tickets.message_words set (gin_pending_list_limit = 64)'],
};
