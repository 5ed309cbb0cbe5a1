import type { Migration } from '@balcao/sdk/server';

export const importRequest: Migration = {
  name: '0003-import-request',
  sql: [
    // Number of the latest request of an import: what an earlier one reports is not stored.
    `alter table connections.connection add column import_request int not null default 0`,
  ],
};
