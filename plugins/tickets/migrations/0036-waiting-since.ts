import type { Migration } from '@balcao/sdk/server';
import { receivingWaits } from './0036-receiving.ts';

const joins = `
         join contacts.contact c on c.company_id = t.company_id and c.id = t.contact_id
         left join queues.queue q on q.company_id = t.company_id and q.id = t.queue_id
         left join kernel."user" u on u.company_id = t.company_id and u.id = t.user_id
         left join connections.connection w on w.company_id = t.company_id and w.id = t.whatsapp_id
         cross join lateral (select t.contact_id as id, contacts.visible(c.name, c.number, p_masked) as name,
           contacts.visible(c.number, c.number, p_masked) as number, c.profile_pic_url as "profilePicUrl", c.email) contact
         cross join lateral (select t.queue_id as id, q.name, q.color) queue
         cross join lateral (select t.user_id as id, u.name) attendant
         cross join lateral (select coalesce(t.whatsapp_id, 0) as id, coalesce(w.name, '') as name,
           coalesce(w.status, 'DISCONNECTED') as status) whatsapp`;
/**
 * `TicketView` without what other plugins add. A row that becomes JSON as a whole costs less than one that is built key
 * by key, and a page has forty.
 */
const view = `t.id, t.uuid, t.status, t.channel, t.unread as "unreadMessages", t.last_message as "lastMessage",
           t.last_message_ack as "lastMessageAck", t.last_message_type as "lastMessageType",
           tickets.iso(t.updated_at) as "updatedAt", tickets.iso(t.created_at) as "createdAt", t.is_group as "isGroup",
           t.queue_id as "queueId", t.user_id as "userId", coalesce(t.whatsapp_id, 0) as "whatsappId", t.contact_id as "contactId",
           contact, case when q.id is not null then queue end as queue, case when u.id is not null then attendant end as "user",
           whatsapp, t.automatic_by is not null as "isAutomaticService",
           case when t.waiting_since is not null then tickets.iso(t.waiting_since) end as "waitingSince", t.unsent as "unsentMessages"`;

const news = `returns table (ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json)`;

/** Since when customers wait for an answer, and what could not be sent to them: both kept on the row, for lists. */
export const waitingSince: Migration = {
  name: '0036-waiting-since',
  sql: [
    // waiting_since: the customer's first message that nobody answered, or when the conversation came back to wait; null:
    // nobody waits. heard_at: when the customer last wrote, by our clock. unsent: messages of ours that failed.
    `alter table tickets.ticket
       add column waiting_since timestamptz,
       add column heard_at timestamptz,
       add column unsent int not null default 0`,
    `update tickets.ticket t
        set waiting_since = coalesce(
              (select min(m.sent_at) from tickets.message m
                where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me and not m.only_internal
                  and m.sent_at > coalesce((
                    select max(a.sent_at) from tickets.message a
                     where a.company_id = t.company_id and a.ticket_id = t.id and a.from_me and not a.only_internal
                       and (a.user_id is not null or a.client_id is null)), '-infinity')),
              case when t.status = 'pending' then (
                select max(l.created_at) from tickets.log l
                 where l.company_id = t.company_id and l.ticket_id = t.id and l.type in ('pending', 'receivedTransfer')) end),
            heard_at = (select max(m.sent_at) from tickets.message m
              where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me and not m.only_internal)
      where t.status <> 'closed'`,
    `update tickets.ticket t set unsent = f.amount
       from (select m.company_id, m.ticket_id, count(*) as amount from tickets.message m
              where m.failure is not null and not m.is_deleted group by m.company_id, m.ticket_id) f
      where f.company_id = t.company_id and f.ticket_id = t.id`,

    // The longest waits first: everybody's, one person's, one department's.
    `create index ticket_wait on tickets.ticket (company_id, status, waiting_since, id) where status <> 'closed'`,
    `create index ticket_wait_owner on tickets.ticket (company_id, owner_key, status, waiting_since, id)
       where owner_key <> 0 and status <> 'closed'`,
    `create index ticket_wait_queue on tickets.ticket (company_id, queue_key, status, waiting_since, id)
       where owner_key = 0 and status <> 'closed'`,
    `create index ticket_unsent on tickets.ticket (company_id, status, updated_at desc, id desc) where unsent > 0`,

    // Whatever changes the state of a conversation, now and in times to come. What waits again waits from then on.
    `create function tickets.keep_waiting() returns trigger language plpgsql as $$
     begin
       new.waiting_since := case
         when new.status = 'closed' then null
         when new.status = 'pending' and (old.status = 'open' or old.automatic_by is not null and new.automatic_by is null)
           then coalesce(new.waiting_since, clock_timestamp())
         else new.waiting_since end;
       return new;
     end $$`,
    `create trigger keep_waiting before update of status, automatic_by on tickets.ticket for each row
       when ((old.status, old.automatic_by) is distinct from (new.status, new.automatic_by)) execute function tickets.keep_waiting()`,

    `create function tickets.keep_unsent() returns trigger language plpgsql as $$
     declare
       v_more int := 0;
     begin
       if tg_op <> 'INSERT' and old.failure is not null and not old.is_deleted then v_more := v_more - 1; end if;
       if tg_op <> 'DELETE' and new.failure is not null and not new.is_deleted then v_more := v_more + 1; end if;
       if v_more = 0 then return null; end if;
       update tickets.ticket x set unsent = x.unsent + v_more
        where x.company_id = coalesce(new.company_id, old.company_id) and x.id = coalesce(new.ticket_id, old.ticket_id);
       return null;
     end $$`,
    `create trigger unsent_made after insert on tickets.message for each row
       when (new.failure is not null) execute function tickets.keep_unsent()`,
    `create trigger unsent_gone after delete on tickets.message for each row
       when (old.failure is not null) execute function tickets.keep_unsent()`,
    `create trigger unsent_changed after update of failure, is_deleted on tickets.message for each row
       when ((old.failure is null, old.is_deleted) is distinct from (new.failure is null, new.is_deleted))
       execute function tickets.keep_unsent()`,

    `create or replace function tickets.show(t tickets.ticket, masked boolean) returns json language plpgsql stable as $$
     declare p_masked boolean := masked;
     begin
       return (select to_json(x) from (
         select ${view}, '[]'::json as tags, '{}'::json as extra from (select 1) one ${joins}) x);
     end $$`,
    // A function, because planning these joins costs more than running them, and a function's plan is kept.
    `create or replace function tickets.list_json(p_ids int[], p_masked boolean, p_tags json[] default null, p_extra json[] default null)
       returns text language plpgsql stable as $$
     declare v_company int := kernel.current_company();
     begin
       return (select '[' || coalesce(string_agg(to_json(v)::text, ',' order by p.place), '') || ']'
         from unnest(p_ids, p_tags, p_extra) with ordinality p (id, tags, extra, place)
         join tickets.ticket t on t.company_id = v_company and t.id = p.id
         join contacts.contact c on c.company_id = v_company and c.id = t.contact_id
         left join queues.queue q on q.company_id = v_company and q.id = t.queue_id
         left join kernel."user" u on u.company_id = v_company and u.id = t.user_id
         left join connections.connection w on w.company_id = v_company and w.id = t.whatsapp_id
         cross join lateral (select t.contact_id as id, contacts.visible(c.name, c.number, p_masked) as name,
           contacts.visible(c.number, c.number, p_masked) as number, c.profile_pic_url as "profilePicUrl", c.email) contact
         cross join lateral (select t.queue_id as id, q.name, q.color) queue
         cross join lateral (select t.user_id as id, u.name) attendant
         cross join lateral (select coalesce(t.whatsapp_id, 0) as id, coalesce(w.name, '') as name,
           coalesce(w.status, 'DISCONNECTED') as status) whatsapp
         cross join lateral (select t.id, t.uuid, t.status, t.channel, t.unread as "unreadMessages",
           t.last_message as "lastMessage", t.last_message_ack as "lastMessageAck", t.last_message_type as "lastMessageType",
           tickets.iso(t.updated_at) as "updatedAt", tickets.iso(t.created_at) as "createdAt", t.is_group as "isGroup",
           t.queue_id as "queueId", t.user_id as "userId", coalesce(t.whatsapp_id, 0) as "whatsappId",
           t.contact_id as "contactId", contact, case when q.id is not null then queue end as queue,
           case when u.id is not null then attendant end as "user", whatsapp,
           t.automatic_by is not null as "isAutomaticService",
           case when t.waiting_since is not null then tickets.iso(t.waiting_since) end as "waitingSince", t.unsent as "unsentMessages",
           coalesce(p.tags, '[]') as tags, coalesce(p.extra, '{}') as extra) v);
     end $$`,
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
         -- The row counts what was not sent, wherever in the conversation it stands.
         return query select x.id, x.uuid, m.id, x.queue_id, x.user_id,
           case when m.from_me and (m.ack = 0 or m.failure is not null) then tickets.show(x, p_masked) end, tickets.show(m, p_masked)
           from tickets.ticket x
           where x.company_id = m.company_id and x.id = m.ticket_id;
       end if;
     end $$`,

    // What the company says by itself does not take the place of the words that somebody waits with.
    `create function tickets.waits_with_words(t tickets.ticket, p_user int) returns boolean language sql immutable parallel safe as $$
       select p_user is null and t.status = 'pending' and t.last_message_ack is null and t.last_message_id is not null $$`,
    // As in 0005; a person's answer, or that of an automation that has the conversation, ends the wait.
    `create or replace function tickets.enqueue(p_ticket int, p_user int, p_body text, p_media json, p_quoted bigint, p_client text,
         p_internal boolean, p_masked boolean)
       returns table (fresh boolean, ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json)
       language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       v_id bigint;
       v_sent timestamptz;
       t tickets.ticket;
       m tickets.message;
     begin
       if p_client is not null then
         select x.* into m from tickets.message x
          where x.company_id = v_company and x.ticket_id = p_ticket and x.client_id = p_client;
       end if;
       if m.id is null then
         v_id := nextval('tickets.message_id_seq');
         if p_internal then
           select x.* into t from tickets.ticket x where x.company_id = v_company and x.id = p_ticket for update;
           v_sent := clock_timestamp();
         else
           -- Our clock and the provider's differ: an answer stands after what it answers.
           update tickets.ticket x
              set last_at = greatest(clock_timestamp(), x.last_at + interval '1 microsecond'), updated_at = clock_timestamp(),
                  waiting_since = case when p_user is null and x.automatic_by is null then x.waiting_since end,
                  last_message = case when tickets.waits_with_words(x, p_user) then x.last_message else tickets.preview(p_body, p_media ->> 'name') end,
                  last_message_type = case when tickets.waits_with_words(x, p_user) then x.last_message_type else coalesce(p_media ->> 'type', 'text') end,
                  last_message_ack = case when tickets.waits_with_words(x, p_user) then x.last_message_ack else 0 end,
                  last_message_id = case when tickets.waits_with_words(x, p_user) then x.last_message_id else v_id end
            where x.company_id = v_company and x.id = p_ticket and x.status <> 'closed'
           returning * into t;
           v_sent := t.last_at;
         end if;
         if t.id is null then return; end if;
         insert into tickets.message (id, company_id, ticket_id, whatsapp_id, client_id, user_id, body, from_me, sent_at, queued_at, only_internal,
             ack, media_type, media_path, media_name, media_mime, media_size, quoted_id)
         values (v_id, v_company, t.id, t.whatsapp_id, p_client, p_user, p_body, true, v_sent, clock_timestamp(), p_internal,
             case when p_internal then 1 else 0 end,
             p_media ->> 'type', p_media ->> 'path', p_media ->> 'name', p_media ->> 'mime', (p_media ->> 'size')::bigint,
             (select y.id from tickets.message y where y.company_id = v_company and y.ticket_id = t.id and y.id = p_quoted))
         on conflict (company_id, ticket_id, client_id) where client_id is not null do nothing
         returning * into m;
         -- The same message at the same time: everything here is undone, the caller asks again and finds the other.
         if not found then raise exception 'this message is known' using errcode = 'P0C02'; end if;
         if not p_internal then
           perform kernel.emit('tickets.message.queued', 'ticket:' || t.id, jsonb_build_object('ticketId', t.id, 'messageId', m.id));
         end if;
         return query select true, t.id, t.uuid, m.id, t.queue_id, t.user_id,
           case when not p_internal then tickets.show(t, p_masked) end, tickets.show(m);
       else
         return query select false, x.id, x.uuid, m.id, x.queue_id, x.user_id, null::json, tickets.show(m)
           from tickets.ticket x where x.company_id = v_company and x.id = m.ticket_id;
       end if;
     end $$`,

    // Stands where it was said: in the running conversation, else in the last one, else in one of its own. Nothing is
    // emitted, because nothing happened now. False: it was known.
    `create or replace function tickets.take_over(p_connection int, p_external text, p_channel text, p_scope text, p_kind text, p_value text,
         p_name text, p_number text, p_body text, p_sent_at timestamptz, p_from_me boolean, p_media json, p_quoted text,
         p_participant text, p_data jsonb) returns boolean language plpgsql as $$
     declare
       v_company int := kernel.current_company();
       v_contact int;
       v_queue int;
       v_id bigint;
       t tickets.ticket;
       m tickets.message;
     begin
       perform tickets.take_message_turn(p_connection, p_external);
       perform 1 from tickets.message x where x.company_id = v_company and x.whatsapp_id = p_connection and x.external_id = p_external;
       if found then return false; end if;
       v_contact := contacts.identify(p_channel, p_scope, p_kind, p_value, p_name, p_number, null);
       perform tickets.take_turn(v_contact, p_connection);
       select x.* into t from tickets.ticket x
        where x.company_id = v_company and x.contact_id = v_contact and x.whatsapp_id = p_connection
        order by x.status = 'closed', x.closed_at desc, x.id desc limit 1 for update;
       if not found then
         select c.entry_queue_id into v_queue from connections.connection c where c.company_id = v_company and c.id = p_connection;
         if not found then raise exception 'ERR_NO_WAPP_FOUND' using errcode = 'P0T01'; end if;
         insert into tickets.ticket (company_id, status, contact_id, whatsapp_id, channel, queue_id, is_group, last_at, routing, is_imported,
             created_at)
         values (v_company, 'pending', v_contact, p_connection, p_channel, v_queue, p_kind = 'group', '-infinity', 'done', true, p_sent_at)
         returning * into t;
         insert into tickets.log (company_id, ticket_id, type, queue_id) values (v_company, t.id, 'create', t.queue_id);
       end if;
       v_id := nextval('tickets.message_id_seq');
       insert into tickets.message (id, company_id, ticket_id, whatsapp_id, external_id, body, from_me, ack, participant, sent_at, is_imported,
           media_type, media_path, media_name, media_mime, media_size, data, quoted_id)
       values (v_id, v_company, t.id, p_connection, p_external, p_body, p_from_me, case when p_from_me then 3 else 0 end, p_participant,
           p_sent_at, true, p_media ->> 'type', p_media ->> 'path', p_media ->> 'name', p_media ->> 'mime', (p_media ->> 'size')::bigint, p_data,
           case when p_quoted is not null then (select y.id from tickets.message y
             where y.company_id = v_company and y.whatsapp_id = p_connection and y.external_id = p_quoted) end)
       returning * into m;
       if p_sent_at >= t.last_at then
         update tickets.ticket x
            set last_at = p_sent_at, updated_at = case when x.is_imported then p_sent_at else x.updated_at end,
                last_message = tickets.preview(p_body, p_media ->> 'name'), last_message_type = tickets.kind_of(m),
                last_message_ack = case when p_from_me then 3 end, last_message_id = v_id,
                waiting_since = case when not p_from_me and x.status <> 'closed' then coalesce(x.waiting_since, p_sent_at) end
          where x.company_id = v_company and x.id = t.id;
       end if;
       return true;
     end $$`,
    ...receivingWaits,
  ],
};
