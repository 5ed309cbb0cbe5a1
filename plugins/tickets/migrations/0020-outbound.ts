import type { Migration } from '@balcao/sdk/server';

const news = `returns table (ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json)`;

/** What the way out remembers: turns, ids named before sending, what was in hand when a node died, and menus. */
export const outbound: Migration = {
  name: '0020-outbound',
  sql: [
    `alter table tickets.message
       add column turn_at timestamptz,
       add column reserved_id text,
       add column handed_at timestamptz,
       add column menu jsonb,
       add column choice text`,
    'alter table tickets.message drop constraint message_failure_check',
    // Not checked against what is there: every old value is among the new ones, and the table may be large.
    `alter table tickets.message add constraint message_failure_check
       check (failure in ('retry', 'refused', 'window', 'invalid-contact', 'disconnected', 'unknown')) not valid`,

    // One row a connection that has to hold back.
    `create table tickets.pace (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       connection_id int not null,
       next_at timestamptz not null default '-infinity',
       rested_at timestamptz not null default '-infinity',
       held_until timestamptz not null default '-infinity',
       primary key (company_id, connection_id))`,

    // Gives a message its turn, once, and answers the milliseconds until it comes. Turns are given in order and never
    // closer than the connection's limits; one that was missed (the node died) is given anew, or all would come at once.
    `create function tickets.await_turn(p_message bigint, p_connection int, p_interval float8, p_burst int, p_pause float8)
       returns float8 language plpgsql as $$
     declare
       v_company int := kernel.current_company();
       v_now timestamptz;
       v_turn timestamptz;
       v_held timestamptz;
       v_step interval := make_interval(secs => p_interval / 1000);
     begin
       insert into tickets.pace (company_id, connection_id) values (v_company, p_connection) on conflict do nothing;
       select x.held_until into v_held from tickets.pace x
        where x.company_id = v_company and x.connection_id = p_connection for update;
       v_now := clock_timestamp();
       select m.turn_at into v_turn from tickets.message m where m.company_id = v_company and m.id = p_message;
       if v_held > v_now then
         update tickets.message m set turn_at = null where m.company_id = v_company and m.id = p_message and m.turn_at is not null;
         return extract(epoch from v_held - v_now) * 1000;
       end if;
       if v_turn is null or v_turn < v_now - interval '2 seconds' then
         update tickets.pace x
            set next_at = greatest(x.next_at, t.turn) + v_step, rested_at = t.turn + make_interval(secs => p_pause / 1000)
           from (select greatest(v_now, y.next_at - v_step * (greatest(p_burst, 1) - 1), y.rested_at) as turn from tickets.pace y
                  where y.company_id = v_company and y.connection_id = p_connection) t
          where x.company_id = v_company and x.connection_id = p_connection
         returning t.turn into v_turn;
         update tickets.message m set turn_at = v_turn where m.company_id = v_company and m.id = p_message;
       end if;
       return greatest(0, extract(epoch from v_turn - v_now) * 1000);
     end $$`,

    // The provider asked to be left alone: nothing goes out by this connection until then.
    `create function tickets.hold_pace(p_connection int, p_ms float8) returns void language sql volatile as $$
       insert into tickets.pace as x (connection_id, held_until) values (p_connection, clock_timestamp() + make_interval(secs => p_ms / 1000))
       on conflict (company_id, connection_id) do update set held_until = greatest(x.held_until, excluded.held_until) $$`,

    // Our own message comes back under the provider's id before the provider answered us: told by the id that was
    // reserved for it, else by its text.
    `create or replace function tickets.adopt_echo(p_connection int, p_contact int, p_external text, p_body text) returns tickets.message
       language sql volatile as $$
       update tickets.message x set external_id = p_external, ack = greatest(x.ack, 1), failure = null, failure_reason = null
        where x.company_id = kernel.current_company() and x.id = (
                select m.id from tickets.message m
                  join tickets.ticket t on t.company_id = m.company_id and t.id = m.ticket_id
                 where t.company_id = kernel.current_company() and t.contact_id = p_contact and t.whatsapp_id = p_connection
                   and m.from_me and m.ack = 0 and not m.only_internal and m.external_id is null
                   and (m.reserved_id = p_external
                        or m.failure is null and not m.is_deleted and m.body = p_body and m.reserved_id is null
                           and m.sent_at > now() - interval '10 minutes')
                 order by (m.reserved_id = p_external) desc nulls last, m.sent_at, m.id limit 1 for update of m skip locked)
       returning x.* $$`,

    // Back into the queue: whoever asks for it decided about what was in hand, too.
    `create or replace function tickets.requeue(p_message bigint, p_connection int, p_masked boolean) ${news} language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       m tickets.message;
     begin
       for m in
         select x.* from tickets.message x
          where x.company_id = v_company and x.failure is not null and x.ack = 0 and x.external_id is null and not x.is_deleted
            and case when p_message is not null then x.id = p_message else x.whatsapp_id = p_connection and x.failure = 'disconnected' end
          order by x.sent_at, x.id for update
       loop
         update tickets.message x
            set failure = null, failure_reason = null, queued_at = clock_timestamp(), handed_at = null, turn_at = null
          where x.company_id = v_company and x.id = m.id returning x.* into m;
         perform kernel.emit('tickets.message.queued', 'ticket:' || m.ticket_id,
           jsonb_build_object('ticketId', m.ticket_id, 'messageId', m.id));
         return query select * from tickets.told(m, p_masked);
       end loop;
     end $$`,
  ],
};
