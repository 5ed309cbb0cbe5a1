import type { Migration } from '@balcao/sdk/server';

export const publishedAt: Migration = {
  name: '0002-published-at',
  sql: [
    // The first time it became active; null: still a draft.
    `alter table announcements.announcement add published_at timestamptz`,
    // Also of those that people have read and that were taken back since; authors read their own drafts.
    `update announcements.announcement a set published_at = created_at
      where status or exists (
        select from announcements.reading r
          join kernel."user" u on u.company_id = r.company_id and u.id = r.user_id
         where r.announcement_id = a.id and not u.super)`,
  ],
};
