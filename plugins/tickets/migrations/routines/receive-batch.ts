import type { Routine } from '@balcao/sdk/server';

/** What `Arrived` in `server/channel/arrived.ts` writes. */
const columns = `place int, connection int, external text, channel text, scope text, kind text, value text, name text, number text,
         picture text, body text, sent_at timestamptz, from_me boolean, media json, quoted text, participant text, data jsonb,
         choice text, forwarded boolean, subject text, context jsonb, referral jsonb, files jsonb, email text, rates boolean`;
const answer = `place int, fresh boolean, ticket_id int, ticket_uuid uuid, message_id bigint, action text, queue_id int,
         user_id int, ticket json, message json, question json`;

/**
 * Stores messages that arrived at the same time, all of them or none: contact by contact, in the order of all nodes, and
 * those of one contact in the order of their places. With `p_wait` each takes its turn, however long somebody else has
 * it. Without, those whose turn or conversation somebody else has are left out, with all that the same contact sent
 * after them: their places are missing in the answer.
 */
export const receiveBatch: Routine = {
  name: 'receive-batch',
  sql: [
    `create or replace function tickets.receive_each(p_messages json, p_masked boolean, p_deleted text, p_wait boolean)
       returns table (${answer}) language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       p record;
       r record;
       m tickets.message;
     begin
       for p in
         with arrived as materialized (
           select x.*, p_wait or pg_try_advisory_xact_lock(tickets.message_turn(x.connection, x.external)) as is_mine
             from json_to_recordset(p_messages) as x(${columns})),
         standing as materialized (
           select a.place, t.id from arrived a
             join contacts.public_identity i on i.company_id = v_company and i.channel = a.channel and i.scope = a.scope
              and i.kind = a.kind and i.value = a.value
             join tickets.ticket t on t.company_id = v_company and t.contact_id = i.contact_id and t.whatsapp_id = a.connection
              and t.status in ('open', 'pending')
            where not p_wait),
         held as materialized (
           select t.id from tickets.ticket t where t.company_id = v_company and t.id in (select s.id from standing s)
            order by t.id for no key update skip locked)
         select x.*, bool_and(x.is_mine and x.is_free) over (
                  partition by x.connection, x.channel, x.scope, x.kind, x.value order by x.place) as is_next
           from (select a.*, s.id is null or s.id in (select h.id from held h) as is_free
                   from arrived a left join standing s on s.place = a.place) x
          order by x.channel, x.scope, x.kind, x.value, x.connection, x.place
       loop
         continue when not p.is_next;
         if p.rates then
           select * into r from tickets.take_rating(p.connection, p.external, p.channel, p.scope, p.kind, p.value, p.body, p.sent_at, p_masked);
           if found then
             return query select p.place, r.fresh, r.ticket_id, r.ticket_uuid, r.message_id, null::text, r.queue_id, r.user_id, r.ticket, r.message, r.question;
             continue;
           end if;
         end if;
         select * into r from tickets.receive(p.connection, p.external, p.channel, p.scope, p.kind, p.value, p.name, p.number, p.picture,
           p.body, p.sent_at, p.from_me, p.media, p.quoted, p.participant, p_masked, p.data, p_deleted);
         -- Nobody sees the message before all of it is there.
         if r.fresh and (p.choice is not null or p.forwarded or p.subject is not null or p.context is not null or p.referral is not null
             or p.files is not null) then
           update tickets.message x
              set choice = p.choice, is_forwarded = p.forwarded, subject = p.subject, context = p.context, referral = p.referral, files = p.files
            where x.company_id = v_company and x.id = r.message_id returning * into m;
           r.message := tickets.show(m, p_masked);
         end if;
         if r.fresh and p.email is not null then
           perform contacts.know_mail(t.contact_id, p.email) from tickets.ticket t where t.company_id = v_company and t.id = r.ticket_id;
         end if;
         return query select p.place, r.fresh, r.ticket_id, r.ticket_uuid, r.message_id, r.action, r.queue_id, r.user_id, r.ticket, r.message, null::json;
       end loop;
     end $$`,
    // The number of the turn that tickets.take_message_turn waits for.
    `create or replace function tickets.message_turn(p_connection int, p_external text) returns bigint language sql stable as $$
       select hashtextextended('receipt ' || kernel.current_company() || ' ' || p_connection || ' ' || p_external, 0) $$`,
    `create or replace function tickets.take_message_turn(p_connection int, p_external text) returns void language sql volatile as $$
       select pg_advisory_xact_lock(tickets.message_turn(p_connection, p_external)) $$`,
    // Whatever else a batch would have to wait for, it does not hold the others' messages for long, and gives way before
    // PostgreSQL looks for a deadlock (after a second): 55P03.
    `create or replace function tickets.receive_batch(p_messages json, p_masked boolean, p_deleted text)
       returns table (${answer}) language sql volatile set lock_timeout = '500ms' as $$
       select * from tickets.receive_each(p_messages, p_masked, p_deleted, false) $$`,
  ],
};
