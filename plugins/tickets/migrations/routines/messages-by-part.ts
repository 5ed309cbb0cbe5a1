import type { Routine } from '@balcao/sdk/server';
import { mayOpen, maxWalked, newestRows, queuesOfReader } from './messages-searched.ts';

/**
 * Maximum number of hits for which a text counts as rare: with more, their rows would cost more than reading from the
 * newest on.
 */
const maxRare = 5000;

/** Like `messages-by-words`, for messages that contain the text of a query literally. */
export const messagesByPart: Routine = {
  name: 'messages-by-part',
  sql: [
    `create or replace function tickets.messages_by_part(p_query text, p_most int, p_before bigint, p_user int, p_sees_all boolean, p_any_queue boolean)
       returns setof bigint
       language plpgsql stable security definer rows 50 set search_path = pg_catalog, public
       set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
     declare
       v_company int := kernel.current_company();
       v_queues int[];
       v_pattern text := kernel.like_pattern(p_query);
       v_before bigint := coalesce(p_before, 9223372036854775807);
       v_rows int := ${newestRows};
       v_walked int := 0;
       v_floor bigint;
       v_like bigint[];
       v_oldest bigint;
       v_next bigint;
       v_step bigint := 1 << 17;
       v_found bigint[];
       v_seen int;
     begin
       ${queuesOfReader}
       loop
         select min(n.id), array_agg(n.id) filter (where n.search_text like v_pattern) into v_floor, v_like
           from (select m.id, m.search_text from tickets.message m
                  where m.company_id = v_company and m.id < v_before order by m.id desc limit v_rows) n;
         if v_floor is null then return; end if;
         v_before := v_floor;
         exit when v_like is null;
         select array(
           select m.id from tickets.message m where m.company_id = v_company and m.id = any (v_like) and ${mayOpen('m')}
            order by m.id desc limit p_most) into v_found;
         return query select unnest(v_found);
         p_most := p_most - cardinality(v_found);
         if p_most = 0 then return; end if;
         v_walked := v_walked + v_rows;
         exit when v_walked = ${maxWalked};
         -- The number of further rows needed at this hit rate, and a quarter.
         v_rows := least(1.25 * v_rows * p_most / greatest(cardinality(v_found), 1), ${maxWalked} - v_walked);
       end loop;

       -- None of the newest messages contains it: the index usually has few hits then.
       if v_like is null then
         select count(*), (array_agg(n.id order by n.id desc) filter (where n.id < v_floor and ${mayOpen('n')}))[:p_most]
           into v_seen, v_found
           from (select m.id, m.ticket_id from tickets.message m
                  where m.company_id = v_company and m.search_text like v_pattern limit ${maxRare}) n;
         if v_seen < ${maxRare} then
           return query select unnest(v_found);
           return;
         end if;
       end if;

       -- From the newest on. Planned anew each time: whether rows are read in order or the index is used depends on the
       -- pattern.
       select min(m.id) into v_oldest from tickets.message m where m.company_id = v_company;
       while p_most > 0 and v_floor > v_oldest loop
         v_next := greatest(v_floor - v_step, v_oldest);
         execute $q$
           select array(
             select m.id from tickets.message m
              where m.company_id = $1 and m.id >= $2 and m.id < $3 and m.search_text like $4 and ${mayOpen('m')
                .replaceAll('v_company', '$1')
                .replaceAll('p_sees_all', '$6')
                .replaceAll('p_user', '$7')
                .replaceAll('p_any_queue', '$8')
                .replaceAll('v_queues', '$9')}
              order by m.id desc limit $5) $q$
           into v_found using v_company, v_next, v_floor, v_pattern, p_most, p_sees_all, p_user, p_any_queue, v_queues;
         return query select unnest(v_found);
         p_most := p_most - cardinality(v_found);
         v_floor := v_next;
         v_step := v_step * 8;
       end loop;
     end $$`,
    'revoke all on function tickets.messages_by_part(text, int, bigint, int, boolean, boolean) from public',
  ],
};
