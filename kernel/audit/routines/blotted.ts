import type { Routine } from '@balcao/sdk/server';

/**
 * A text, or all texts of a value, without the words of a person. `words` are whole values in small letters, `pattern`
 * what is blotted out inside others ('': nothing is).
 */
export const blotted: Routine = {
  name: 'blotted',
  sql: [
    `create or replace function kernel.blotted(said text, words text[], pattern text) returns text language sql immutable as $$
       select case when lower(regexp_replace(said, '^\\s+|\\s+$', '', 'g')) = any (words) then '•••'
                   when pattern = '' then said
                   else regexp_replace(said, pattern, '•••', 'gi') end $$`,
    `create or replace function kernel.blotted(value jsonb, words text[], pattern text) returns jsonb language plpgsql immutable as $$
     begin
       return case jsonb_typeof(value)
         when 'string' then to_jsonb(kernel.blotted(value #>> '{}', words, pattern))
         when 'number' then case when value #>> '{}' = any (words) then '"•••"'::jsonb else value end
         when 'array' then (select coalesce(jsonb_agg(kernel.blotted(one, words, pattern) order by place), '[]')
                              from jsonb_array_elements(value) with ordinality as each (one, place))
         when 'object' then (select coalesce(jsonb_object_agg(key, kernel.blotted(one, words, pattern)), '{}')
                               from jsonb_each(value) as each (key, one))
         else value end;
     end $$`,
  ],
};
