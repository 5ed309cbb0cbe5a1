import type { Routine } from '@balcao/sdk/server';

/** As `messages-by-words`, of messages that contain the text of a query as it stands. */
export const messagesByPart: Routine = {
  name: 'messages-by-part',
  sql: [
    `create or replace function tickets.messages_by_part(p_query text, p_most int, p_before bigint, p_user int, p_sees_all boolean, p_any_queue boolean)
       returns setof bigint
       language plpgsql stable security definer rows 50 set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set jit = off as $$
     declare
       v_company int := kernel.current_company();
       v_queues int[] := array(select q.queue_id from queues.public_member q where q.company_id = kernel.current_company() and q.user_id = p_user);
       v_pattern text := kernel.like_pattern(p_query);
       v_oldest bigint;
       v_floor bigint;
       v_next bigint;
       v_step bigint := 1 << 17;
       v_found bigint[];
     begin
       select min(m.id) into v_oldest from tickets.message m where m.company_id = v_company;
       select min(n.id) into v_floor from (select m.id, m.ticket_id, m.search_text from tickets.message m
            where m.company_id = v_company and m.id < coalesce(p_before, 9223372036854775807) order by m.id desc limit 1000) n;
       select array(
         select n.id from (select m.id, m.ticket_id, m.search_text from tickets.message m
            where m.company_id = v_company and m.id < coalesce(p_before, 9223372036854775807) order by m.id desc limit 1000) n where n.search_text like v_pattern and (p_sees_all or exists (
              select from tickets.ticket t where t.company_id = v_company and t.id = n.ticket_id and (t.owner_key = p_user
                 or t.owner_key = 0 and (p_any_queue or t.queue_id is null or t.queue_id = any (v_queues))) offset 0))
          order by n.id desc limit p_most) into v_found;
       return query select unnest(v_found);
       while cardinality(v_found) < p_most and v_floor > v_oldest loop
         p_most := p_most - cardinality(v_found);
         v_next := greatest(v_floor - v_step, v_oldest);
         select array(
           select m.id from tickets.message m
            where m.company_id = v_company and m.id >= v_next and m.id < v_floor and m.search_text like v_pattern and (p_sees_all or exists (
              select from tickets.ticket t where t.company_id = v_company and t.id = m.ticket_id and (t.owner_key = p_user
                 or t.owner_key = 0 and (p_any_queue or t.queue_id is null or t.queue_id = any (v_queues))) offset 0))
            order by m.id desc limit p_most) into v_found;
         return query select unnest(v_found);
         v_floor := v_next;
         v_step := v_step * 8;
       end loop;
     end $$`,
    'revoke all on function tickets.messages_by_part(text, int, bigint, int, boolean, boolean) from public',
  ],
};
