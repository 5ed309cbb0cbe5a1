import type { Routine } from '@balcao/sdk/server';
import { mayOpen, newestRows, queuesOfReader } from './messages-searched.ts';

/**
 * Ids of messages that have the words of a query in any of their forms: the newest first, at most `p_most` older than
 * `p_before`, in conversations that this person may open. A definer function, because `@@` is not leakproof: under the
 * policy it would lose its index. No plan of it depends on what is searched for, so a connection makes them once.
 */
export const messagesByWords: Routine = {
  name: 'messages-by-words',
  sql: [
    `create or replace function tickets.messages_by_words(p_query text, p_most int, p_before bigint, p_user int, p_sees_all boolean, p_any_queue boolean)
       returns setof bigint
       language plpgsql stable security definer rows 50 set search_path = pg_catalog, public
       set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
     declare
       v_company int := kernel.current_company();
       v_queues int[];
       v_query text := tickets.search_query(p_query);
       -- The two longest words, each in all its forms: a text that lacks one of them need not be taken apart.
       v_hints text[];
       v_also text[];
       v_before bigint := coalesce(p_before, 9223372036854775807);
       v_rows int;
       v_taken int;
       v_floor bigint;
       v_like bigint[];
       v_oldest bigint;
       v_bucket bigint;
       v_from bigint;
       v_step int := 1;
       v_found bigint[];
     begin
       if v_query is null then return; end if;
       ${queuesOfReader}
       with w as materialized (
         select array(select kernel.like_pattern(f[1]) from regexp_matches(p.part, '''[{]k[}]([^'']+)''', 'g') f) as patterns,
                row_number() over (order by length(p.part) desc, p.place) as rank
           from string_to_table(v_query, ' & ') with ordinality p (part, place))
       select (select w.patterns from w where w.rank = 1), (select w.patterns from w where w.rank = 2) into v_hints, v_also;

       -- The newest ones, one by one: a common word is found among them.
       foreach v_rows in array ${newestRows} loop
         select min(n.id), array_agg(n.id order by n.id desc) filter (where n.search_text like any (v_hints) and (v_also is null or n.search_text like any (v_also)))
           into v_floor, v_like
           from (select m.id, m.search_text from tickets.message m
                  where m.company_id = v_company and m.id < v_before order by m.id desc limit v_rows) n;
         if v_floor is null then return; end if;
         exit when v_like is null;
         -- A text is taken apart slowly, and one that only looks right tells that the next may do so too.
         v_taken := p_most + 10;
         if cardinality(v_like) > v_taken then v_floor := v_like[v_taken]; end if;
         select array(
           select m.id from tickets.message m
            where m.company_id = v_company and m.id = any (v_like[:v_taken])
              and tickets.message_words(m.company_id, m.id, m.search_text) @@ replace(v_query, '{k}', tickets.word_key(v_company, m.id >> 17))::tsquery
              and ${mayOpen('m')}
            order by m.id desc limit p_most) into v_found;
         return query select unnest(v_found);
         p_most := p_most - cardinality(v_found);
         if p_most = 0 then return; end if;
         exit when v_found = '{}' or cardinality(v_like) > v_taken;
         v_before := v_floor;
       end loop;

       -- What is older, from the index, bucket by bucket: two, four, eight at once, and more where there was nothing.
       select min(m.id) into v_oldest from tickets.message m where m.company_id = v_company;
       v_bucket := (v_floor - 1) >> 17;
       while p_most > 0 and v_floor > v_oldest and v_bucket >= v_oldest >> 17 loop
         v_from := greatest(v_bucket - v_step + 1, v_oldest >> 17);
         -- The company is in the words; the condition beside them is a second guard.
         select array(
           select h.id from generate_series(v_from, v_bucket) b
            cross join lateral (
              select m.id, m.company_id, m.ticket_id from tickets.message m
               where tickets.message_words(m.company_id, m.id, m.search_text) @@ replace(v_query, '{k}', tickets.word_key(v_company, b))::tsquery offset 0) h
            where h.company_id = v_company and h.id < v_floor and ${mayOpen('h')}
            order by h.id desc limit p_most) into v_found;
         return query select unnest(v_found);
         p_most := p_most - cardinality(v_found);
         v_bucket := v_from - 1;
         v_step := v_step * case when cardinality(v_found) = 0 then 4 else 2 end;
       end loop;
     end $$`,
    'revoke all on function tickets.messages_by_words(text, int, bigint, int, boolean, boolean) from public',
  ],
};
