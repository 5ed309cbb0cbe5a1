import type { Migration } from '@balcao/sdk/server';

/** Where a message came from: a story, a post, an ad; and how somebody came to write. */
export const messageOrigin: Migration = {
  name: '0060-message-origin',
  sql: [
    `alter table tickets.message add column context jsonb, add column referral jsonb`,
    // What a message looks like stands in a routine, which is made after the migrations: its name is not looked up yet.
    'set local check_function_bodies = off',
    `create or replace function tickets.show(m tickets.message, p_masked boolean) returns json language sql stable as $$
       select tickets.message_view(m, p_masked) $$`,
    'set local check_function_bodies = on',
  ],
};
