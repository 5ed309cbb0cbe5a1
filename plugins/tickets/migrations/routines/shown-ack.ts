import type { Routine } from '@balcao/sdk/server';

/**
 * Returns the receipt that a list shows for its last message: -1 for one that was not sent, where a clock would be
 * shown for ever.
 */
export const shownAck: Routine = {
  name: 'shown-ack',
  sql: [
    `create or replace function tickets.shown_ack(m tickets.message) returns smallint language sql immutable parallel safe as $$
       select case when not m.from_me then null when m.failure is not null then -1 else m.ack end::smallint $$`,
  ],
};
