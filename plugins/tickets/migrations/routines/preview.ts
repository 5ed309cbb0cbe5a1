import type { Routine } from '@balcao/sdk/server';

/** What a list shows of a message in one line; the browser cuts it to the reader's measure. */
export const preview: Routine = {
  name: 'preview',
  sql: [
    `create or replace function tickets.preview(body text, media_name text) returns text language sql immutable parallel safe as $$
       select left(coalesce(nullif(body, ''), media_name, ''), 500) $$`,
  ],
};
