import type { Routine } from '@balcao/sdk/server';

/** Returns the one-line preview of a message for lists; the browser cuts it to size. */
export const preview: Routine = {
  name: 'preview',
  sql: [
    `create or replace function tickets.preview(body text, media_name text) returns text language sql immutable parallel safe as $$
       select left(coalesce(nullif(body, ''), media_name, ''), 500) $$`,
  ],
};
