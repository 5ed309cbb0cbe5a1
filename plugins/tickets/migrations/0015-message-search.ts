import type { Migration } from '@balcao/sdk/server';

/**
 * Ids a bucket. A search goes from bucket to bucket, the newest first, and stops when it has enough: a word that half of
 * all messages hold costs one bucket, a word that nobody ever wrote one look into the index for each.
 */
const bucketBits = 17;
/** Looked through one by one before any index is asked: a common word is found among these. */
const walked = 1000;

const definer = `language plpgsql stable security definer set search_path = pg_catalog, public
       set plan_cache_mode = force_custom_plan set jit = off rows 50`;
const queuesOfReader = `array(select q.queue_id from queues.member q where q.company_id = kernel.current_company() and q.user_id = p_user)`;
const newest = `select m.id, m.ticket_id, m.search_text from tickets.message m
            where m.company_id = v_company and m.id < coalesce(p_before, 9223372036854775807) order by m.id desc limit ${walked}`;
const keyed = (bucket: string): string => `replace(v_query, '{k}', tickets.word_key(v_company, ${bucket}))::tsquery`;
/** As `find-ticket.ts` decides for one. The offset keeps it a look at one row: joined, all tickets would be read. */
const mayOpen = (row: string): string => `(p_sees_all or exists (
              select from tickets.ticket t where t.company_id = v_company and t.id = ${row}.ticket_id and (t.owner_key = p_user
                 or t.owner_key = 0 and (p_any_queue or t.queue_id is null or t.queue_id = any (v_queues))) offset 0))`;

/** Search over the messages of all conversations: Portuguese words in any form, begun words, and parts of words. */
export const messageSearch: Migration = {
  name: '0015-message-search',
  sql: [
    // Punctuation goes, so that 0001234-56.2024 is four numbers and not a version or a negative one. Words of more
    // letters than anybody types are cut, and so is a text longer than a tsvector may be.
    `create function tickets.lexemes(p_text text) returns text[] language sql immutable strict parallel safe as $$
       select tsvector_to_array(to_tsvector('pg_catalog.portuguese',
         regexp_replace(left(p_text, 20000), '[!-/:-@\\[-\`{-~]+', ' ', 'g'))) $$`,
    `create function tickets.word_key(p_company int, p_bucket bigint) returns text language sql immutable strict parallel safe as $$
       select to_hex(p_company) || '.' || to_hex(p_bucket) || '.' $$`,
    // The company and the bucket are part of every word: one company's search reads nothing of another's, and one of the
    // newest messages nothing of old ones. Costly, so that the planner rather asks the index than each row.
    `create function tickets.message_words(p_company int, p_id bigint, p_text text) returns tsvector
       language sql immutable strict parallel safe cost 1000 as $$
       select array_to_tsvector(array(select tickets.word_key(p_company, p_id >> ${bucketBits}) || left(l, 40)
         from unnest(tickets.lexemes(p_text)) l)) $$`,
    `create index message_words on tickets.message using gin (tickets.message_words(company_id, id, search_text))
       with (gin_pending_list_limit = 256)`,

    // Each word as typed, and the forms of it that the index may know; none: a word that says nothing, such as "de".
    // petição and petições have different stems, so each brings the other.
    `create function tickets.search_words(p_query text) returns table (place int, word text, forms text[])
       language sql immutable strict parallel safe as $$
       select w.place::int, left(w.word, 40), array(
                select distinct left(l, 40) from unnest(array[w.word, regexp_replace(w.word, 'oes$', 'ao'), regexp_replace(w.word, 'ao$', 'oes')]) v,
                  unnest(tickets.lexemes(v)) l)
         from unnest(string_to_array(btrim(regexp_replace(kernel.normalise(left(p_query, 200)), '[ !-/:-@\\[-\`{-~]+', ' ', 'g')), ' '))
              with ordinality w (word, place)
        where w.word <> '' and w.place <= 8 $$`,
    // A tsquery with {k} where company and bucket belong. All words must be there; the last may have been begun only.
    `create function tickets.search_query(p_query text) returns text language sql immutable strict parallel safe as $$
       with w as (select s.*, s.place = max(s.place) over () as is_last, bool_or(cardinality(s.forms) > 0) over () as says from tickets.search_words(p_query) s)
       select string_agg('(' || array_to_string(
                array(select '''{k}' || f || '''' from unnest(w.forms) f) || case when w.is_last then '''{k}' || w.word || ''':*' end, ' | ') || ')',
                ' & ' order by w.place)
         from w where cardinality(w.forms) > 0 or w.is_last and not w.says $$`,

    // Both finders answer ids, the newest first, of at most p_most messages older than p_before, in conversations that
    // this person may open. They are definer functions, because neither @@ nor like is leakproof: under the policy they
    // would lose their index.
    `create function tickets.messages_by_words(p_query text, p_most int, p_before bigint, p_user int, p_sees_all boolean, p_any_queue boolean)
       returns setof bigint ${definer} as $$
     declare
       v_company int := kernel.current_company();
       v_queues int[] := ${queuesOfReader};
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
       select min(n.id) into v_floor from (${newest}) n;
       select array(
         select n.id from (${newest}) n
          where n.search_text like any (v_hints)
            and tickets.message_words(v_company, n.id, n.search_text) @@ ${keyed(`n.id >> ${bucketBits}`)}
            and ${mayOpen('n')}
          order by n.id desc limit p_most) into v_found;
       return query select unnest(v_found);

       -- What is older, from the index: one bucket, then two, then four.
       v_bucket := (v_floor - 1) >> ${bucketBits};
       while cardinality(v_found) < p_most and v_floor > v_oldest and v_bucket >= v_oldest >> ${bucketBits} loop
         p_most := p_most - cardinality(v_found);
         -- The company is in the words; the condition beside them is a net below the rope.
         select array(
           select h.id from generate_series(greatest(v_bucket - v_step + 1, v_oldest >> ${bucketBits}), v_bucket) b
            cross join lateral (
              select m.id, m.company_id, m.ticket_id from tickets.message m
               where tickets.message_words(m.company_id, m.id, m.search_text) @@ ${keyed('b')} offset 0) h
            where h.company_id = v_company and h.id < v_floor and ${mayOpen('h')}
            order by h.id desc limit p_most) into v_found;
         return query select unnest(v_found);
         v_bucket := v_bucket - v_step;
         v_step := v_step * 2;
       end loop;
     end $$`,

    `create function tickets.messages_by_part(p_query text, p_most int, p_before bigint, p_user int, p_sees_all boolean, p_any_queue boolean)
       returns setof bigint ${definer} as $$
     declare
       v_company int := kernel.current_company();
       v_queues int[] := ${queuesOfReader};
       v_pattern text := kernel.like_pattern(p_query);
       v_oldest bigint;
       v_floor bigint;
       v_next bigint;
       v_step bigint := 1 << ${bucketBits};
       v_found bigint[];
     begin
       select min(m.id) into v_oldest from tickets.message m where m.company_id = v_company;
       select min(n.id) into v_floor from (${newest}) n;
       select array(
         select n.id from (${newest}) n where n.search_text like v_pattern and ${mayOpen('n')}
          order by n.id desc limit p_most) into v_found;
       return query select unnest(v_found);
       while cardinality(v_found) < p_most and v_floor > v_oldest loop
         p_most := p_most - cardinality(v_found);
         v_next := greatest(v_floor - v_step, v_oldest);
         select array(
           select m.id from tickets.message m
            where m.company_id = v_company and m.id >= v_next and m.id < v_floor and m.search_text like v_pattern and ${mayOpen('m')}
            order by m.id desc limit p_most) into v_found;
         return query select unnest(v_found);
         v_floor := v_next;
         v_step := v_step * 8;
       end loop;
     end $$`,

    // What holds all the words; where nothing does, what holds the text as it stands: the end of a number, the middle of a code.
    `create function tickets.messages_found(p_query text, p_most int, p_before bigint, p_user int, p_sees_all boolean, p_any_queue boolean)
       returns setof bigint ${definer} as $$
     begin
       return query select * from tickets.messages_by_words(p_query, p_most, p_before, p_user, p_sees_all, p_any_queue);
       if found or length(kernel.normalise(p_query)) < 3 then return; end if;
       if p_before is not null then
         perform 1 from tickets.messages_by_words(p_query, 1, null, p_user, p_sees_all, p_any_queue);
         if found then return; end if;
       end if;
       return query select * from tickets.messages_by_part(p_query, p_most, p_before, p_user, p_sees_all, p_any_queue);
     end $$`,
    ...['messages_by_words', 'messages_by_part', 'messages_found'].map(
      (name) => `revoke all on function tickets.${name}(text, int, bigint, int, boolean, boolean) from public`,
    ),
    'grant execute on function tickets.messages_found(text, int, bigint, int, boolean, boolean) to balcao_app',
  ],
};
