import type { Migration } from '@balcao/sdk/server';

/**
 * Table of secrets that plugins store for the whole installation. The values are encrypted, and no plugin's login
 * reads the table.
 */
export const secretMigration: Migration = {
  name: '0014-plugin-secret',
  sql: [
    `create table kernel.plugin_secret (
       plugin text not null,
       name text not null,
       value text not null,
       created_at timestamptz not null default now(),
       primary key (plugin, name)
     )`,
  ],
};
