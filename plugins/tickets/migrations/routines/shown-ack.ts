import type { Routine } from '@balcao/sdk/server';

/**
 * The receipt that a list shows of its last message: -1 says that it was not sent, where a clock would stand for ever.
 */
export const shownAck: Routine = {
  name: 'shown-ack',
  sql: [
    `create or replace function tickets.shown_ack(m tickets.message) returns smallint language sql immutable parallel safe as $$
       select case when not m.from_me then null when m.failure is not null then -1 else m.ack end::smallint $$`,
  ],
};
