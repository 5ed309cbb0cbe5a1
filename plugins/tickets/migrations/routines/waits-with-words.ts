import type { Routine } from '@balcao/sdk/server';

/** True when the row shows the message that the customer waits with: automatic messages do not replace it. */
export const waitsWithWords: Routine = {
  name: 'waits-with-words',
  sql: [
    `create or replace function tickets.waits_with_words(t tickets.ticket, p_user int) returns boolean language sql immutable parallel safe as $$
       select p_user is null and t.status = 'pending' and t.last_message_ack is null and t.last_message_id is not null $$`,
  ],
};
