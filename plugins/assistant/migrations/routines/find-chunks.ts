import type { Routine } from '@balcao/sdk/server';

/**
 * Finds passages that contain the rarer words of a question, in any form and any order. `strength` is the part of the
 * question's words, weighted by rarity, that a passage contains; a heading that resembles the question adds to it. A
 * security definer function that filters by the company itself, because `@@` is not leakproof: under the row policy the
 * index could not be used. Sources in p_flipped are searched as if their switch were the other way.
 */
export const findChunks: Routine = {
  name: 'find-chunks',
  sql: [
    `create or replace function assistant.find_chunks(p_query text, p_most int, p_flipped int[])
       returns table (chunk_id bigint, strength real)
       language plpgsql stable security definer rows 20 set search_path = pg_catalog, public
       set enable_seqscan = off set enable_indexscan = off set jit = off as $$
     declare
       v_company int := kernel.current_company();
       v_words text[] := (tsvector_to_array(assistant.words(p_query)))[:24];
       v_title text := kernel.normalise(left(p_query, 300));
       v_total int;
       v_common int;
       -- Of the words that some passage has: parsed once, and not once for each passage.
       v_queries tsquery[];
       v_weights float[];
       v_sum float;
       v_any tsquery;
     begin
       if cardinality(v_words) = 0 then return; end if;
       select count(*) into v_total from assistant.chunk c where c.company_id = v_company;
       if v_total = 0 then return; end if;
       -- A word of most passages distinguishes nothing; it counts, but it does not select, and nobody counts how many.
       v_common := greatest(20, v_total / 8);
       select array_agg(quote_literal(n.word)::tsquery order by n.place) filter (where n.found > 0),
              array_agg(n.weight order by n.place) filter (where n.found > 0),
              sum(n.weight),
              string_agg(quote_literal(n.word), ' | ') filter (where n.found between 1 and v_common)
         into v_queries, v_weights, v_sum, v_any
         from (select f.word, f.place, f.found,
                      -- A word that no passage has, such as a name, says little about the question.
                      ln(1 + (v_total + 1)::float / (f.found + 0.5)) * case when f.found = 0 then 0.4 else 1 end as weight
                 from (select w.word, w.place,
                      (select count(*) from (select from assistant.chunk c
                         where c.company_id = v_company and c.words @@ quote_literal(w.word)::tsquery limit v_common + 1) few) as found
                 from unnest(v_words) with ordinality w (word, place)
                -- Counted once for each word, not once for each expression above.
                offset 0) f) n;
       if v_any is null then return; end if;
       return query
         select b.id, least(1, b.part + 0.35 * similarity(b.title_text, v_title))::real
           from (select h.id, h.title_text, h.words, h.part
                   from (select c.id, c.title_text, c.words,
                                (select sum(q.weight) from unnest(v_queries, v_weights) q (query, weight)
                                  where c.words @@ q.query) / v_sum as part
                           from assistant.chunk c join assistant.source s on s.company_id = v_company and s.id = c.source_id and s.is_on <> (s.id = any(p_flipped))
                          where c.company_id = v_company and c.words @@ v_any) h
                  order by h.part desc, h.id limit 2 * p_most) b
          order by b.part + 0.35 * similarity(b.title_text, v_title) + 0.1 * ts_rank_cd(b.words, v_any, 1) desc, b.id
          limit p_most;
     end $$`,
    'revoke all on function assistant.find_chunks(text, int, int[]) from public',
    'grant execute on function assistant.find_chunks(text, int, int[]) to balcao_app',
  ],
};
