import type { Migration } from '@balcao/sdk/server';

export const openingAnywhere: Migration = {
  name: '0004-opening-anywhere',
  sql: [
    // Finds connections of all companies that have been connecting for too long.
    `create index connection_opening_anywhere on connections.connection (updated_at) where status = 'OPENING'`,
  ],
};
