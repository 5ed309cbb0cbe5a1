import type { Migration } from '@balcao/sdk/server';

export const outside: Migration = {
  name: '0002-outside',
  sql: [
    // source: the plugin that brought the entry from a calendar outside. is_read_only: it belongs to somebody else there.
    `alter table agenda.entry add column source text, add column is_read_only boolean not null default false`,
  ],
};
