import type { Migration } from '@balcao/sdk/server';

/**
 * asked_at: when a reading of the profile was last scheduled. read_at: when Meta last answered, with the profile or that
 * it gives none; null: it has not yet.
 */
export const unreadProfiles: Migration = {
  name: '0004-unread-profiles',
  sql: [
    `alter table channel_meta.profile add column asked_at timestamptz not null default now(),
       alter column read_at drop default, alter column read_at drop not null`,
  ],
};
