import type { Migration } from '@balcao/sdk/server';

export const locked: Migration = {
  name: '0002-locked',
  sql: [
    // The provider locked or restricted the account: connecting anew does not help.
    `alter table connections.connection add column is_locked boolean not null default false`,
  ],
};
