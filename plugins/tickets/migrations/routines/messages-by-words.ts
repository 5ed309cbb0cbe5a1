import type { Routine } from '@balcao/sdk/server';

/**
 * Ids of messages that have the words of a query in any of their forms: the newest first, at most `p_most` older than
 * `p_before`, in conversations that this person may open. A definer function, because `@@` is not leakproof: under the
 * policy it would lose its index.
 */
export const messagesByWords: Routine = {
  name: 'messages-by-words',
  sql: [
    `create or replace function tickets.messages_by_words(p_query text, p_most int, p_before bigint, p_user int, p_sees_all boolean, p_any_queue boolean)
       returns setof bigint
       language plpgsql stable security definer rows 50 set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set jit = off as $$
     declare
       v_company int := kernel.current_company();
       v_queues int[] := array(select q.queue_id from queues.public_member q where q.company_id = kernel.current_company() and q.user_id = p_user);
       v_query text := tickets.search_query(p_query);
       -- The longest word in all its forms: a text that has none of them need not be taken apart.
       v_hints text[];
       v_oldest bigint;
       v_floor bigint;
       v_bucket bigint;
       v_step int := 1;
       v_found bigint[];
     begin
       if v_query is null then return; end if;
       select min(m.id) into v_oldest from tickets.message m where m.company_id = v_company;
       select array(select kernel.like_pattern(f) from unnest(s.forms || s.word) f) into v_hints
         from tickets.search_words(p_query) s order by cardinality(s.forms) > 0 desc, length(s.word) desc, s.place limit 1;

       -- The newest ones, one by one.
       select min(n.id) into v_floor from (select m.id, m.ticket_id, m.search_text from tickets.message m
            where m.company_id = v_company and m.id < coalesce(p_before, 9223372036854775807) order by m.id desc limit 1000) n;
       select array(
         select n.id from (select m.id, m.ticket_id, m.search_text from tickets.message m
            where m.company_id = v_company and m.id < coalesce(p_before, 9223372036854775807) order by m.id desc limit 1000) n
          where n.search_text like any (v_hints)
            and tickets.message_words(v_company, n.id, n.search_text) @@ replace(v_query, '{k}', tickets.word_key(v_company, n.id >> 17))::tsquery
            and (p_sees_all or exists (
              select from tickets.ticket t where t.company_id = v_company and t.id = n.ticket_id and (t.owner_key = p_user
                 or t.owner_key = 0 and (p_any_queue or t.queue_id is null or t.queue_id = any (v_queues))) offset 0))
          order by n.id desc limit p_most) into v_found;
       return query select unnest(v_found);

       -- What is older, from the index: one bucket, then two, then four.
       v_bucket := (v_floor - 1) >> 17;
       while cardinality(v_found) < p_most and v_floor > v_oldest and v_bucket >= v_oldest >> 17 loop
         p_most := p_most - cardinality(v_found);
         -- The company is in the words; the condition beside them is a net below the rope.
         select array(
           select h.id from generate_series(greatest(v_bucket - v_step + 1, v_oldest >> 17), v_bucket) b
            cross join lateral (
              select m.id, m.company_id, m.ticket_id from tickets.message m
               where tickets.message_words(m.company_id, m.id, m.search_text) @@ replace(v_query, '{k}', tickets.word_key(v_company, b))::tsquery offset 0) h
            where h.company_id = v_company and h.id < v_floor and (p_sees_all or exists (
              select from tickets.ticket t where t.company_id = v_company and t.id = h.ticket_id and (t.owner_key = p_user
                 or t.owner_key = 0 and (p_any_queue or t.queue_id is null or t.queue_id = any (v_queues))) offset 0))
            order by h.id desc limit p_most) into v_found;
         return query select unnest(v_found);
         v_bucket := v_bucket - v_step;
         v_step := v_step * 2;
       end loop;
     end $$`,
    'revoke all on function tickets.messages_by_words(text, int, bigint, int, boolean, boolean) from public',
  ],
};
