import type { Routine } from '@balcao/sdk/server';
import { messageJoins, messageColumns } from './message-columns.ts';
import { aroundTicket, ticketColumns } from './ticket-view.ts';

/** Columns of the JSON that `Arrived` in `server/channel/arrived.ts` describes. */
const columns = `place int, connection int, external text, channel text, scope text, kind text, value text, name text, number text,
         picture text, body text, sent_at timestamptz, from_me boolean, media json, quoted text, participant text, data jsonb,
         choice text, forwarded boolean, subject text, context jsonb, referral jsonb, files jsonb, email text, rates boolean`;
/** Of those, what tells whose message it is. */
const sender = 'channel text, scope text, kind text, value text';
const answer = `place int, fresh boolean, ticket_id int, ticket_uuid uuid, message_id bigint, action text, queue_id int,
         user_id int, ticket json, message json, question json`;

/**
 * Stores messages that continue a running conversation, all of them in a handful of statements: new messages of
 * customers in conversations that this transaction holds locked. Messages that it does not return are left to
 * `tickets.receive`: those that begin a conversation, were sent by the company, are known, have a change that arrived
 * before them, may be a rating, or quote a message of the same batch; and with them all others of the same
 * conversation. The result equals that of `receive`, one message after the other: change them together.
 */
const receiveRunning = `create or replace function tickets.receive_running(p_messages json, p_places int[], p_tickets int[], p_masked boolean)
       returns table (${answer}) language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       v_now timestamptz := clock_timestamp();
       v_keys text[] := '{}';
       v_payloads jsonb[] := '{}';
       p record;
       r record;
     begin
       for p in
         select d.* from (
           select a.*, bool_or(btrim(coalesce(a.name, '')) not in ('', c.name)
                or c.number = '' and (coalesce(a.number, '') <> '' or a.kind = 'phone')
                or nullif(a.picture, '') is distinct from c.profile_pic_url and coalesce(a.picture, '') <> '')
                  over (partition by f.ticket) as differs
             from json_to_recordset(p_messages) as a(${sender}, place int, connection int, from_me boolean, name text, number text, picture text)
             join unnest(p_places, p_tickets) f (place, ticket) on f.place = a.place
             join tickets.ticket x on x.company_id = v_company and x.id = f.ticket
             join contacts.public_contact c on c.company_id = v_company and c.id = x.contact_id
            where not a.from_me) d
          -- All of the same contact: the name in the last one is stored.
          where d.differs
          order by d.channel, d.scope, d.kind, d.value, d.connection, d.place
       loop
         perform contacts.identify(p.channel, p.scope, p.kind, p.value, p.name, p.number, p.picture);
       end loop;

       for r in
         -- Each step carries few columns: PostgreSQL prepares every column of every step anew for each batch.
         with arrived as materialized (
           select a.*, f.ticket, least(a.sent_at, v_now + interval '1 day') as at,
                  coalesce(a.media ->> 'type', a.data ->> 'kind', 'text') as type
             from json_to_recordset(p_messages) as a(${columns})
             join unnest(p_places, p_tickets) f (place, ticket) on f.place = a.place),
         checked as (
           select a.place, a.ticket, a.at, bool_and(a.times = 1 and a.can_run) over (partition by a.ticket) as is_plain
             from (select a.place, a.ticket, a.at, count(*) over (partition by a.connection, a.external) as times,
                          not a.from_me and a.email is null
                      and not exists (select 1 from tickets.message m
                            where m.company_id = v_company and m.whatsapp_id = a.connection and m.external_id = a.external)
                      and not exists (select 1 from tickets.early_change e
                            where e.company_id = v_company and e.whatsapp_id = a.connection and e.external_id = a.external)
                      and (not a.rates or (select (tickets.pending_rating(x.contact_id, a.connection)).id is null
                            from tickets.ticket x where x.company_id = v_company and x.id = a.ticket))
                      and (a.quoted is null or exists (select 1 from tickets.message q
                            where q.company_id = v_company and q.whatsapp_id = a.connection and q.external_id = a.quoted)) as can_run
                     from arrived a) a),
         plain as materialized (
           select o.*, nextval('tickets.message_id_seq') as id
             from (select c.place, c.ticket, c.at from checked c join arrived a on a.place = c.place
                    where c.is_plain order by a.channel, a.scope, a.kind, a.value, a.connection, a.place) o),
         gained as materialized (
           select n.ticket, count(*)::int as amount, min(n.at) as first_at, max(n.at) as last_at,
                  (array_agg(n.place order by n.at desc, n.id desc))[1] as place, (array_agg(n.id order by n.at desc, n.id desc))[1] as id
             from plain n group by n.ticket),
         changed as (
           update tickets.ticket x
              set unread = x.unread + n.amount, updated_at = v_now, last_at = greatest(x.last_at, n.last_at), customer_wrote_at = v_now,
                  waiting_since = least(x.waiting_since, n.first_at, v_now),
                  last_message = case when n.last_at >= x.last_at then tickets.preview(l.body, l.media ->> 'name') else x.last_message end,
                  last_message_type = case when n.last_at >= x.last_at then l.type else x.last_message_type end,
                  last_message_ack = case when n.last_at < x.last_at then x.last_message_ack end,
                  last_message_id = case when n.last_at >= x.last_at then n.id else x.last_message_id end
             from gained n join arrived l on l.place = n.place
            where x.company_id = v_company and x.id = n.ticket and x.status in ('open', 'pending') returning x.*, n.amount),
         stored as (
           insert into tickets.message (id, company_id, ticket_id, whatsapp_id, external_id, body, from_me, ack, participant, sent_at,
               media_type, media_path, media_name, media_mime, media_size, data, quoted_id, choice, is_forwarded, subject, context,
               referral, files)
           select n.id, v_company, n.ticket, a.connection, a.external, a.body, false, 0, a.participant, n.at,
               a.media ->> 'type', a.media ->> 'path', a.media ->> 'name', a.media ->> 'mime', (a.media ->> 'size')::bigint, a.data,
               case when a.quoted is not null then (select y.id from tickets.message y
                 where y.company_id = v_company and y.whatsapp_id = a.connection and y.external_id = a.quoted) end,
               a.choice, a.forwarded, a.subject, a.context, a.referral, a.files
             from plain n join changed g on g.id = n.ticket join arrived a on a.place = n.place order by n.id
           on conflict (company_id, whatsapp_id, external_id) where external_id is not null do nothing
           returning *)
         select n.place, t.id as ticket_id, t.uuid, m.id as message_id, t.queue_id, t.user_id, v.shown as ticket, k.shown as message,
                tickets.received(t.id, n.id, n.at, t.status, t.user_id, t.queue_id, t.whatsapp_id, t.is_group, t.automatic_by, t.routing,
                  -- As this message left it.
                  t.unread - (count(*) over (partition by t.id order by n.id desc))::int + 1,
                  t.status = 'pending' and count(*) over (partition by t.id order by n.id) = 1
                    and tickets.is_first(t.id, n.id)) as payload
           from plain n join changed t on t.id = n.ticket left join stored m on m.id = n.id
          cross join lateral (select to_json(s) as shown from (
            select ${ticketColumns} from (select 1) one${aroundTicket}) s) v
          cross join lateral (select to_json(s) as shown from (
            select ${messageColumns} from (select 1) one${messageJoins('v_company', '(select t.*)')}) s) k
          order by n.id
       loop
         -- Stored meanwhile by somebody who did not wait for the turn: all of this is undone, and tried again otherwise.
         if r.message_id is null then raise exception 'this message is known' using errcode = 'P0C02'; end if;
         v_keys := v_keys || ('ticket:' || r.ticket_id);
         v_payloads := v_payloads || r.payload;
         place := r.place; fresh := true; ticket_id := r.ticket_id; ticket_uuid := r.uuid; message_id := r.message_id;
         queue_id := r.queue_id; user_id := r.user_id; ticket := r.ticket; message := r.message;
         return next;
       end loop;
       if cardinality(v_keys) > 0 then perform kernel.emit_all('tickets.message.received', v_keys, v_payloads); end if;
     end $$`;

/**
 * Stores messages that arrived at the same time, all or none: contact by contact, in an order that is the same on all
 * nodes, and those of one contact by place. With `p_wait` each waits for its turn. Without it, messages whose turn or
 * conversation another transaction holds are left out, with all later ones of the same contact: their places are
 * missing in the result.
 */
export const receiveBatch: Routine = {
  name: 'receive-batch',
  sql: [
    receiveRunning,
    `create or replace function tickets.receive_each(p_messages json, p_masked boolean, p_deleted text, p_wait boolean)
       returns table (${answer}) language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       p record;
       r record;
       m tickets.message;
       v_places int[];
       v_tickets int[];
       v_next int[];
       v_done int[] := '{}';
     begin
       with arrived as materialized (
           select x.*, p_wait or pg_try_advisory_xact_lock(tickets.message_turn(v_company, x.connection, x.external)) as is_mine
             from json_to_recordset(p_messages) as x(${sender}, place int, connection int, external text)),
         standing as materialized (
           select a.place, t.id from arrived a
             join contacts.public_identity i on i.company_id = v_company and i.channel = a.channel and i.scope = a.scope
              and i.kind = a.kind and i.value = a.value
             join tickets.ticket t on t.company_id = v_company and t.contact_id = i.contact_id and t.whatsapp_id = a.connection
              and t.status in ('open', 'pending')
            where not p_wait),
         held as materialized (
           select t.id from tickets.ticket t where t.company_id = v_company and t.id in (select s.id from standing s)
            order by t.id for no key update skip locked),
         next as (
         select x.place, x.ticket, bool_and(x.is_mine and x.is_free) over (
                  partition by x.connection, x.channel, x.scope, x.kind, x.value order by x.place) as is_next
           from (select a.*, s.id as ticket, s.id is null or s.id in (select h.id from held h) as is_free
                   from arrived a left join standing s on s.place = a.place) x)
       select array_agg(n.place) filter (where n.is_next), array_agg(n.place) filter (where n.is_next and n.ticket is not null),
              array_agg(n.ticket) filter (where n.is_next and n.ticket is not null)
         into v_next, v_places, v_tickets
         from next n;
       if v_places is not null then
         for r in select * from tickets.receive_running(p_messages, v_places, v_tickets, p_masked) loop
           v_done := v_done || r.place;
           place := r.place; fresh := r.fresh; ticket_id := r.ticket_id; ticket_uuid := r.ticket_uuid; message_id := r.message_id;
           queue_id := r.queue_id; user_id := r.user_id; ticket := r.ticket; message := r.message;
           return next;
         end loop;
         if cardinality(v_done) = cardinality(v_next) then return; end if;
       end if;

       for p in
         select x.* from json_to_recordset(p_messages) as x(${columns})
          where x.place = any (v_next) and x.place <> all (v_done)
          order by x.channel, x.scope, x.kind, x.value, x.connection, x.place
       loop
         if p.rates then
           select * into r from tickets.receive_rating(p.connection, p.external, p.channel, p.scope, p.kind, p.value, p.body, p.sent_at, p_masked);
           if found then
             return query select p.place, r.fresh, r.ticket_id, r.ticket_uuid, r.message_id, null::text, r.queue_id, r.user_id, r.ticket, r.message, r.question;
             continue;
           end if;
         end if;
         select * into r from tickets.receive(p.connection, p.external, p.channel, p.scope, p.kind, p.value, p.name, p.number, p.picture,
           p.body, p.sent_at, p.from_me, p.media, p.quoted, p.participant, p_masked, p.data, p_deleted);
         -- Nobody sees the message before all of it is stored.
         if r.fresh and (p.choice is not null or p.forwarded or p.subject is not null or p.context is not null or p.referral is not null
             or p.files is not null) then
           update tickets.message x
              set choice = p.choice, is_forwarded = p.forwarded, subject = p.subject, context = p.context, referral = p.referral, files = p.files
            where x.company_id = v_company and x.id = r.message_id returning * into m;
           r.message := tickets.message_view(m, p_masked);
         end if;
         if r.fresh and p.email is not null then
           perform contacts.set_missing_email(t.contact_id, p.email) from tickets.ticket t where t.company_id = v_company and t.id = r.ticket_id;
         end if;
         return query select p.place, r.fresh, r.ticket_id, r.ticket_uuid, r.message_id, r.action, r.queue_id, r.user_id, r.ticket, r.message, null::json;
       end loop;
     end $$`,
    // The number of the turn that tickets.take_message_turn waits for.
    `create or replace function tickets.message_turn(p_company int, p_connection int, p_external text) returns bigint
       language sql immutable as $$
       select hashtextextended('receipt ' || p_company || ' ' || p_connection || ' ' || p_external, 0) $$`,
    `create or replace function tickets.take_message_turn(p_connection int, p_external text) returns void language sql volatile as $$
       select pg_advisory_xact_lock(tickets.message_turn(kernel.current_company(), p_connection, p_external)) $$`,
    // Whatever else a batch would have to wait for, it does not hold the others' messages for long, and gives way before
    // PostgreSQL looks for a deadlock (after a second): 55P03.
    `create or replace function tickets.receive_batch(p_messages json, p_masked boolean, p_deleted text)
       returns table (${answer}) language sql volatile set lock_timeout = '500ms' as $$
       select * from tickets.receive_each(p_messages, p_masked, p_deleted, false) $$`,
  ],
};
