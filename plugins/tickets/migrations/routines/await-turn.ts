import type { Routine } from '@balcao/sdk/server';

/**
 * Reserves the turn of a message once, and returns the milliseconds until it. Turns are reserved in order and never
 * closer than the connection's limits; a missed turn (the node died) is reserved again, so that they do not all come at
 * once.
 */
export const awaitTurn: Routine = {
  name: 'await-turn',
  sql: [
    `create or replace function tickets.await_turn(p_message bigint, p_connection int, p_interval float8, p_burst int, p_pause float8)
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
  ],
};
