import type { Migration } from '@balcao/sdk/server';

export const publishedAt: Migration = {
  name: '0002-published-at',
  sql: [
    // The first time it became active; null: still a draft.
    `alter table announcements.announcement add published_at timestamptz`,
    `update announcements.announcement set published_at = created_at where status`,
  ],
};
