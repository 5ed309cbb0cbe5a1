import type { Routine } from '@balcao/sdk/server';

/** Returns the author in a group, who may be known by a number alone: it is masked where numbers of contacts are. */
export const authorJson: Routine = {
  name: 'author-json',
  sql: [
    `create or replace function tickets.author_json(p_name text, p_masked boolean) returns text language sql immutable parallel safe as $$
       select case when p_masked and p_name ~ '^[+0-9 ().-]{6,}$' then contacts.visible(p_name, p_name, true) else p_name end $$`,
  ],
};
