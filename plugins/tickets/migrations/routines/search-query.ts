import type { Routine } from '@balcao/sdk/server';

/**
 * A tsquery with {k} where company and bucket belong. All words must be there; the last may have been begun only. Null:
 * the query has no word. A form that begins with the begun word is one of its continuations, and is not asked for twice.
 * A form of 40 letters was cut, as the index cuts words: whole words are held against it by their beginning.
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
