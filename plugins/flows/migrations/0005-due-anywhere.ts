import type { Migration } from '@balcao/sdk/server';

export const dueAnywhere: Migration = {
  name: '0005-due-anywhere',
  sql: [
    // Companies in which a session is due are looked for in all of them at once. Sessions wait for days.
    `create index session_due_anywhere on flows.session (wake_at) where state = 'waiting'`,
  ],
};
