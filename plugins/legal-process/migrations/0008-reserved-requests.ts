import type { Migration } from '@balcao/sdk/server';

export const reservedRequests: Migration = {
  name: '0008-reserved-requests',
  sql: [
    // null: somebody is making the request, and has no name for it yet.
    `alter table legal_process.open_request alter column request drop not null`,
  ],
};
