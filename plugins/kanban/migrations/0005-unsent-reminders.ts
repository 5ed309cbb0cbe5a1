import type { Migration } from '@balcao/sdk/server';

/**
 * message_id: the reminder; null: none was sent in this wait. unsent_at: when it was last found not to have left yet;
 * null: not found so.
 */
export const unsentReminders: Migration = {
  name: '0005-unsent-reminders',
  sql: [`alter table kanban.follow_up add column message_id bigint, add column unsent_at timestamptz`],
};
