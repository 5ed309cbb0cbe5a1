import type { Routine } from '@balcao/sdk/server';

/** Returns a pattern for `like` that finds a text anywhere in a normalised one. */
export const likePattern: Routine = {
  name: 'like-pattern',
  sql: [
    `create or replace function kernel.like_pattern(text) returns text language sql immutable strict parallel safe as $$
       select '%' || regexp_replace(kernel.normalise($1), '([\\\\%_])', '\\\\\\1', 'g') || '%' $$`,
  ],
};
