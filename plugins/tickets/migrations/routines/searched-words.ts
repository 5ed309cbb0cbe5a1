import type { Routine } from '@balcao/sdk/server';

/**
 * Returns the words of a query as JSON. It has the search path of the search functions: with another one, PostgreSQL
 * would plan what both call again on every call.
 */
export const searchedWords: Routine = {
  name: 'searched-words',
  sql: [
    `create or replace function tickets.searched_words(p_query text) returns json language sql immutable strict parallel safe
       set search_path = pg_catalog, public as $$
       select json_agg(json_build_object('word', w.word, 'forms', w.forms)) from tickets.search_words(p_query) w $$`,
  ],
};
