import type { Routine } from '@balcao/sdk/server';

/**
 * The words of a query as JSON. With the search path of the functions that search: PostgreSQL plans what both call anew
 * whenever it is called with another one.
 */
export const searchedWords: Routine = {
  name: 'searched-words',
  sql: [
    `create or replace function tickets.searched_words(p_query text) returns json language sql immutable strict parallel safe
       set search_path = pg_catalog, public as $$
       select json_agg(json_build_object('word', w.word, 'forms', w.forms)) from tickets.search_words(p_query) w $$`,
  ],
};
