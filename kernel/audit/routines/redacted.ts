import type { Routine } from '@balcao/sdk/server';

/**
 * Returns a text, or a JSON value, without the words of a person. `words` are whole values in small letters;
 * `pattern` matches what is redacted inside other texts ('' matches nothing).
 */
export const redacted: Routine = {
  name: 'redacted',
  sql: [
    `create or replace function kernel.redacted(original text, words text[], pattern text) returns text language sql immutable as $$
       select case when lower(regexp_replace(original, '^\\s+|\\s+$', '', 'g')) = any (words) then '•••'
                   when pattern = '' then original
                   else regexp_replace(original, pattern, '•••', 'gi') end $$`,
    `create or replace function kernel.redacted(value jsonb, words text[], pattern text) returns jsonb language plpgsql immutable as $$
     begin
       return case jsonb_typeof(value)
         when 'string' then to_jsonb(kernel.redacted(value #>> '{}', words, pattern))
         when 'number' then case when value #>> '{}' = any (words) then '"•••"'::jsonb else value end
         when 'array' then (select coalesce(jsonb_agg(kernel.redacted(one, words, pattern) order by place), '[]')
                              from jsonb_array_elements(value) with ordinality as each (one, place))
         when 'object' then (select coalesce(jsonb_object_agg(key, kernel.redacted(one, words, pattern)), '{}')
                               from jsonb_each(value) as each (key, one))
         else value end;
     end $$`,
  ],
};
