import type { Routine } from '@balcao/sdk/server';

/**
 * Returns each word of a search as typed, with its forms in the index; none: a stop word such as "de". petição and
 * petições have different stems, so each is searched with the other's.
 */
export const searchWords: Routine = {
  name: 'search-words',
  sql: [
    `create or replace function tickets.search_words(p_query text) returns table (place int, word text, forms text[])
       language sql immutable strict parallel safe as $$
       select w.place::int, left(w.word, 40), array(
                select distinct left(l, 40) from unnest(array[w.word, regexp_replace(w.word, 'oes$', 'ao'), regexp_replace(w.word, 'ao$', 'oes')]) v,
                  unnest(tickets.lexemes(v)) l)
         from unnest(string_to_array(btrim(regexp_replace(kernel.normalise(left(p_query, 200)), '[ !-/:-@\\[-\`{-~]+', ' ', 'g')), ' '))
              with ordinality w (word, place)
        where w.word <> '' and w.place <= 8 $$`,
  ],
};
