import type { Routine } from '@balcao/sdk/server';

/**
 * Returns a tsquery with {k} in place of company and bucket. All words must occur; the last may be incomplete. Null:
 * the query has no word. A form that begins with the incomplete word is covered by it, and is not added. A form of 40
 * characters was cut, as the index cuts words: whole words are compared with it by their beginning.
 */
export const searchQuery: Routine = {
  name: 'search-query',
  sql: [
    `create or replace function tickets.search_query(p_query text) returns text language sql immutable strict parallel safe as $$
       with w as (select s.*, s.place = max(s.place) over () as is_last, bool_or(cardinality(s.forms) > 0) over () as says from tickets.search_words(p_query) s)
       select string_agg('(' || array_to_string(
                array(select '''{k}' || f || case when length(f) < 40 then '''' else ''':*' end from unnest(w.forms) f where not (w.is_last and starts_with(f, w.word)))
                  || case when w.is_last then '''{k}' || w.word || ''':*' end, ' | ') || ')',
                ' & ' order by w.place)
         from w where cardinality(w.forms) > 0 or w.is_last and not w.says $$`,
  ],
};
