import type { Routine } from '@balcao/sdk/server';

/**
 * Handles a message that may answer the rating question, before it counts as an ordinary message. No row: it is none.
 * An answer stays with the closed conversation and neither reopens nor starts one; a further one after the rating
 * changes nothing. After an invalid answer the question is sent again, as often as the connection allows.
 */
export const receiveRating: Routine = {
  name: 'receive-rating',
  sql: [
    `create or replace function tickets.receive_rating(p_connection int, p_external text, p_channel text, p_scope text, p_kind text, p_value text,
         p_body text, p_sent_at timestamptz, p_masked boolean)
       returns table(fresh boolean, ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json, question json)
       language plpgsql as $$
   #variable_conflict use_column
   declare
     v_company int := kernel.current_company();
     v_contact int;
     v_sent timestamptz := least(p_sent_at, clock_timestamp() + interval '1 day');
     v_rate smallint := tickets.rate_of(p_body);
     r tickets.rating;
     t tickets.ticket;
     m tickets.message;
     n tickets.message;
   begin
     select i.contact_id into v_contact from contacts.public_identity i
      where i.company_id = v_company and i.channel = p_channel and i.scope = p_scope and i.kind = p_kind and i.value = p_value;
     if not found then return; end if;
     r := tickets.pending_rating(v_contact, p_connection);
     if r.id is null then return; end if;

     perform tickets.take_message_turn(p_connection, p_external);
     perform tickets.take_turn(v_contact, p_connection);
     perform 1 from tickets.message x
       where x.company_id = v_company and x.whatsapp_id = p_connection and x.external_id = p_external;
     if found then return; end if;
     r := tickets.pending_rating(v_contact, p_connection);
     select x.* into t from tickets.ticket x where x.company_id = v_company and x.id = r.ticket_id and x.status = 'closed' for update;
     if not found then return; end if;
     select x.* into r from tickets.rating x where x.company_id = v_company and x.id = r.id for update;
     -- Written before the question, so it is no answer: old messages may arrive late. Clocks differ a little.
     if v_sent < r.asked_at - interval '2 minutes' then return; end if;
     if v_rate is null and (r.rate is not null or r.wrong >= r.max_wrong) then return; end if;

     insert into tickets.message (company_id, ticket_id, whatsapp_id, external_id, body, from_me, ack, sent_at)
     values (v_company, t.id, p_connection, p_external, p_body, false, 0, v_sent) returning * into m;
     if v_rate is null then
       update tickets.rating x set wrong = x.wrong + 1 where x.company_id = v_company and x.id = r.id;
       insert into tickets.message (company_id, ticket_id, whatsapp_id, client_id, body, from_me, sent_at, queued_at)
       values (v_company, t.id, t.whatsapp_id, 'rule:rating:' || m.id, r.question, true,
         greatest(clock_timestamp(), t.last_at + interval '1 microsecond', v_sent + interval '1 microsecond'), clock_timestamp())
       returning * into n;
       perform tickets.publish_queued(n);
     elsif r.rate is null then
       update tickets.rating x set rate = v_rate, at = clock_timestamp() where x.company_id = v_company and x.id = r.id;
       perform kernel.emit('tickets.ticket.rated', 'ticket:' || t.id, jsonb_build_object('ticketId', t.id, 'rate', v_rate,
         'userId', r.user_id, 'queueId', r.queue_id));
     end if;
     update tickets.ticket x
        set updated_at = clock_timestamp(), last_at = greatest(x.last_at, coalesce(n.sent_at, m.sent_at)),
            last_message = tickets.preview(coalesce(n.body, m.body), null), last_message_type = 'text',
            last_message_ack = case when n.id is not null then 0 end, last_message_id = coalesce(n.id, m.id)
      where x.company_id = v_company and x.id = t.id returning * into t;
     return query select true, t.id, t.uuid, m.id, t.queue_id, t.user_id, tickets.ticket_view(t, p_masked), tickets.message_view(m, p_masked),
       case when n.id is not null then tickets.message_view(n, p_masked) end;
   end $$`,
  ],
};
