import type { Migration } from '@balcao/sdk/server';

export const dueAnywhere: Migration = {
  name: '0006-due-anywhere',
  sql: [
    // Companies in which a follow-up is due are looked for in all of them at once. Follow-ups wait for days.
    `create index follow_up_due_anywhere on kanban.follow_up (due_at) where due_at is not null`,
  ],
};
