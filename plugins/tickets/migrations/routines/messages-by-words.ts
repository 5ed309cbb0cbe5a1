import type { Routine } from '@balcao/sdk/server';
import { mayOpen, maxWalked, newestRows, queuesOfReader, wordsOf } from './messages-searched.ts';

/** Number of bits of a message id within one bucket of the index of words. */
const bucketBits = 17;

/**
 * Returns the ids of messages that contain the words of a query in any form: the newest first, at most `p_most` older
 * than `p_before`, in conversations that this person may open. A security definer function, because `@@` is not
 * leakproof: under the row policy the index could not be used. No plan depends on the search term, so each connection
 * plans once.
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
       -- The query without company and bucket, for comparing with one text.
       v_plain tsquery;
       -- The two longest words, each in all its forms: a text without one of them need not be parsed.
       v_hints text[];
       v_also text[];
       v_before bigint := coalesce(p_before, 9223372036854775807);
       v_rows int := ${newestRows};
       v_walked int := 0;
       v_taken int;
       v_floor bigint;
       v_like bigint[];
       v_bucket bigint;
       v_from bigint;
       v_next bigint;
       v_step int := 4;
       v_found bigint[];
     begin
       if v_query is null then return; end if;
       ${queuesOfReader}
       v_plain := replace(v_query, '{k}', '')::tsquery;
       with w as materialized (
         select array(
                  select kernel.like_pattern(f.form)
                    from (select m[1] as form from regexp_matches(p.part, '''[{]k[}]([^'']+)''', 'g') m) f
                   -- A text with the longer form contains the shorter one.
                   where not exists (select from regexp_matches(p.part, '''[{]k[}]([^'']+)''', 'g') s where s[1] <> f.form and strpos(f.form, s[1]) > 0)) as patterns,
                row_number() over (order by length(p.part) desc, p.place) as rank
           from string_to_table(v_query, ' & ') with ordinality p (part, place))
       select (select w.patterns from w where w.rank = 1), (select w.patterns from w where w.rank = 2) into v_hints, v_also;

       -- The newest messages one by one: a common word is found among them.
       loop
         select min(n.id), array_agg(n.id order by n.id desc) filter (where n.search_text like any (v_hints) and (v_also is null or n.search_text like any (v_also)))
           into v_floor, v_like
           from (select m.id, m.search_text from tickets.message m
                  where m.company_id = v_company and m.id < v_before order by m.id desc limit v_rows) n;
         if v_floor is null then return; end if;
         exit when v_like is null;
         -- Parsing a text is slow, and one false candidate suggests that the next are false too.
         v_taken := p_most + 10;
         if cardinality(v_like) > v_taken then v_floor := v_like[v_taken]; end if;
         select array(
           select m.id from tickets.message m
            where m.company_id = v_company and m.id = any (v_like[:v_taken])
              and ${wordsOf('m.search_text')} @@ v_plain
              and ${mayOpen('m')}
            order by m.id desc limit p_most) into v_found;
         return query select unnest(v_found);
         p_most := p_most - cardinality(v_found);
         if p_most = 0 then return; end if;
         v_walked := v_walked + v_rows;
         exit when v_found = '{}' or cardinality(v_like) > v_taken;
         exit when v_walked = ${maxWalked};
         -- The number of further rows needed at this hit rate, and a quarter; if that is too many, the index is used.
         v_rows := 1.25 * v_rows * p_most / cardinality(v_found);
         exit when v_rows > 1.5 * ${maxWalked};
         v_rows := least(v_rows, ${maxWalked} - v_walked);
         v_before := v_floor;
       end loop;

       -- Older messages from the index: bucket by bucket, the newest first, until there are enough. A lateral join is a
       -- nested loop, which keeps the order of the buckets.
       v_next := v_floor;
       while p_most > 0 loop
         -- Continues with the next bucket in which the company has a message.
         select max(m.id) >> ${bucketBits} into v_bucket from tickets.message m where m.company_id = v_company and m.id < v_next;
         exit when v_bucket is null;
         v_from := greatest(v_bucket - v_step + 1, 0);
         -- The company is part of the indexed words; the condition is a second safeguard.
         select array(
           select h.id from generate_series(v_bucket, v_from, -1) b
            cross join lateral (
              select f.id from (
                select m.id, m.company_id, m.ticket_id from tickets.message m
                 where tickets.message_words(m.company_id, m.id, m.search_text) @@ replace(v_query, '{k}', tickets.word_key(v_company, b))::tsquery offset 0) f
               where f.company_id = v_company and f.id < v_floor and ${mayOpen('f')}
               order by f.id desc limit p_most) h
            limit p_most) into v_found;
         return query select unnest(v_found);
         p_most := p_most - cardinality(v_found);
         v_next := v_from << ${bucketBits};
         v_step := v_step * 4;
       end loop;
     end $$`,
    'revoke all on function tickets.messages_by_words(text, int, bigint, int, boolean, boolean) from public',
  ],
};
