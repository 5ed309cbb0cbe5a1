import type { Routine } from '@balcao/sdk/server';

/**
 * Returns the attendances of a conversation as its log tells them, from the entry after `p_after` on; `p_no` is the
 * number of the last one before. What the log does not tell (messages, ratings, opening hours) is empty here.
 */
export const derive: Routine = {
  name: 'derive',
  sql: [
    `create or replace function reports.derive(p_ticket int, p_after bigint, p_no int) returns setof reports.attendance language plpgsql stable as $$
     declare
       v_company int := kernel.current_company();
       t record;
       l record;
       a reports.attendance;
       v_no int := p_no;
       v_begins boolean;
     begin
       select x.contact_id, x.connection_id, x.channel, x.is_imported, x.status into t
         from tickets.public_ticket x where x.company_id = v_company and x.id = p_ticket;
       if not found or t.status = 'unlisted' then return; end if;
       for l in select x.id, x.type, x.user_id, x.queue_id, x.created_at from tickets.public_log x
                 where x.company_id = v_company and x.ticket_id = p_ticket and x.id > p_after
                   and x.type in ('create', 'reopen', 'queue', 'redirect', 'open', 'receivedTransfer', 'pending', 'closed')
                 order by x.id loop
         -- Conversations imported from before are no attendances until somebody takes one up.
         v_begins := l.type in ('open', 'reopen') or (l.type in ('receivedTransfer', 'redirect') and l.user_id is not null)
           or (l.type = 'create' and not t.is_imported);
         if a.no is null then
           continue when not v_begins;
           v_no := v_no + 1;
           a := null;
           a.company_id := v_company; a.ticket_id := p_ticket; a.no := v_no;
           a.opened_at := l.created_at; a.first_log_id := l.id;
           a.opened_by := case when l.type in ('create', 'reopen') and l.user_id is null then 'customer' else 'company' end;
           a.connection_id := t.connection_id; a.channel := t.channel; a.contact_id := t.contact_id;
           a.transfers := 0; a.messages_in := 0; a.messages_out := 0; a.is_new_contact := false;
           a.queue_id := l.queue_id;
         end if;
         if l.type = 'open' or (l.type in ('receivedTransfer', 'redirect') and l.user_id is not null) then
           a.accepted_at := coalesce(a.accepted_at, l.created_at);
           a.user_id := l.user_id;
         elsif l.type in ('receivedTransfer', 'redirect', 'pending') then
           a.user_id := null;
         end if;
         if l.type = 'receivedTransfer' then a.transfers := a.transfers + 1; end if;
         if l.type in ('queue', 'redirect', 'open', 'receivedTransfer') then a.queue_id := l.queue_id; end if;
         if l.type = 'closed' then
           a.closed_at := greatest(l.created_at, a.opened_at);
           a.closed_by := l.user_id;
           a.user_id := coalesce(a.user_id, l.user_id);
           a.last_log_id := l.id;
         end if;
         if a.opened_by <> 'company' and a.accepted_at is not null then
           a.wait_s := greatest(0, round(extract(epoch from a.accepted_at - a.opened_at)));
         end if;
         if a.closed_at is not null then
           if a.accepted_at is not null then
             a.support_s := greatest(0, round(extract(epoch from a.closed_at - a.accepted_at)));
           end if;
           return next a;
           a := null;
         end if;
       end loop;
       if a.no is not null then return next a; end if;
     end $$`,
  ],
};
