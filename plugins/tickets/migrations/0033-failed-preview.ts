import type { Migration } from '@balcao/sdk/server';

const news = `returns table (ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json)`;

/** A row whose last message was not sent says so: -1, where it would show the clock of one on its way for ever. */
export const failedPreview: Migration = {
  name: '0033-failed-preview',
  sql: [
    `create function tickets.shown_ack(m tickets.message) returns smallint language sql immutable parallel safe as $$
       select case when not m.from_me then null when m.failure is not null then -1 else m.ack end::smallint $$`,

    `create or replace function tickets.told(m tickets.message, p_masked boolean) ${news} language plpgsql as $$
     #variable_conflict use_column
     declare t tickets.ticket;
     begin
       update tickets.ticket x
          set last_message_ack = case when x.last_message_type <> 'reaction' then tickets.shown_ack(m) end,
              last_message = case when m.is_deleted or x.last_message_type = 'reaction' then x.last_message
                else tickets.preview(m.body, m.media_name) end,
              last_message_type = case when m.is_deleted or x.last_message_type = 'reaction' then x.last_message_type
                else tickets.kind_of(m) end
        where x.company_id = m.company_id and x.id = m.ticket_id and x.last_message_id = m.id returning * into t;
       if found then
         return query select t.id, t.uuid, m.id, t.queue_id, t.user_id, tickets.show(t, p_masked), tickets.show(m, p_masked);
       else
         return query select x.id, x.uuid, m.id, x.queue_id, x.user_id, null::json, tickets.show(m, p_masked) from tickets.ticket x
           where x.company_id = m.company_id and x.id = m.ticket_id;
       end if;
     end $$`,

    `create or replace function tickets.show_last(p_ticket int, p_deleted text) returns void language sql volatile as $$
       update tickets.ticket x
          set last_message_id = n.id, last_message_ack = n.ack,
              last_message = case when n.is_deleted then p_deleted else tickets.preview(n.body, n.media_name) end,
              last_message_type = case when n.is_deleted then 'deleted' else n.kind end
         from (select m.id, tickets.shown_ack(m) as ack, m.is_deleted, m.body, m.media_name, tickets.kind_of(m) as kind
                 from tickets.message m
                where m.company_id = kernel.current_company() and m.ticket_id = p_ticket and not m.only_internal
                order by m.sent_at desc, m.id desc limit 1) n
        where x.company_id = kernel.current_company() and x.id = p_ticket $$`,
  ],
};
