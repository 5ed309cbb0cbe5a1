import type { Routine } from '@balcao/sdk/server';

/**
 * Returns a page of a conversation. `p_side`: `newest` (without the last `p_skip`), `before`, `after` or `around`
 * `p_message`. No row: no such ticket. `messages` is null when it has no such message. A function, because planning
 * these reads costs more than running them; each side is a statement of its own, so that each reads its part of one
 * index in order.
 */
export const messagePage: Routine = {
  name: 'message-page',
  sql: [
    `create or replace function tickets.message_page(p_ticket int, p_side text, p_message bigint, p_skip int, p_most int, p_user int, p_masked boolean)
       returns table(queue_id int, owner_key int, in_own_queue boolean, messages text, older boolean, newer boolean, first_unread bigint)
       language plpgsql stable set plan_cache_mode = force_generic_plan as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       v_unread int;
       v_at timestamptz;
       v_older bigint[] := '{}';
       v_newer bigint[] := '{}';
       v_most_older int := case p_side when 'around' then p_most / 2 when 'after' then 0 else p_most end;
       v_most_newer int := case p_side when 'around' then p_most / 2 - 1 when 'after' then p_most else 0 end;
     begin
       select t.queue_id, t.owner_key, t.unread,
              exists (select from queues.public_member x where x.company_id = v_company and x.queue_id = t.queue_id and x.user_id = p_user)
         into queue_id, owner_key, v_unread, in_own_queue
         from tickets.ticket t where t.company_id = v_company and t.id = p_ticket;
       if not found then return; end if;
       if p_side = 'newest' then
         v_older := array(select m.id from tickets.message m where m.company_id = v_company and m.ticket_id = p_ticket
           order by m.sent_at desc, m.id desc limit p_most + 1 offset p_skip);
         if p_skip = 0 and v_unread between 1 and 2000 then
           first_unread := (select m.id from tickets.message m
             where m.company_id = v_company and m.ticket_id = p_ticket and not m.from_me and not m.only_internal
             order by m.sent_at desc, m.id desc limit 1 offset v_unread - 1);
         end if;
       else
         select m.sent_at into v_at from tickets.message m where m.company_id = v_company and m.id = p_message and m.ticket_id = p_ticket;
         if not found then return next; return; end if;
         if p_side <> 'after' then
           v_older := array(select m.id from tickets.message m
             where m.company_id = v_company and m.ticket_id = p_ticket and (m.sent_at, m.id) < (v_at, p_message)
             order by m.sent_at desc, m.id desc limit v_most_older + 1);
         end if;
         if p_side <> 'before' then
           v_newer := array(select m.id from tickets.message m
             where m.company_id = v_company and m.ticket_id = p_ticket and (m.sent_at, m.id) > (v_at, p_message)
             order by m.sent_at, m.id limit v_most_newer + 1);
         end if;
       end if;
       older := cardinality(v_older) > v_most_older;
       newer := cardinality(v_newer) > v_most_newer;
       messages := tickets.messages_json(
         v_older[1:v_most_older] || case when p_side = 'around' then p_message end || v_newer[1:v_most_newer], p_masked);
       return next;
     end $$`,
  ],
};
