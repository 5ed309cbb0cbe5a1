import type { Migration } from '@balcao/sdk/server';

export const endedSessions: Migration = {
  name: '0002-ended-sessions',
  sql: [
    // The session that this browser was last used in: no push is sent to a browser that was signed out. Null: unknown.
    `alter table notifications.device add session_id text`,
    // The last moment at which the page was certainly visible; a report of a hidden page does not change it.
    `alter table notifications.looking add visible_at timestamptz`,
    `update notifications.looking set visible_at = seen_at where visible`,
  ],
};
