import type { Routine } from '@balcao/sdk/server';

/**
 * Reserves the next request to a source for this company. All companies share one pace, and a source that asked one of
 * them for silence is left alone by all. Returns the milliseconds until the turn, or until when the source is held
 * and why. A turn that is `p_longest_ms` away or more is not reserved: nobody waits for it, and it is the next one's.
 */
export const takeTurn: Routine = {
  name: 'take-turn',
  sql: [
    `create or replace function legal_process.take_turn(p_source text, p_every_ms int, p_longest_ms int)
       returns table (wait_ms int, held_until timestamptz, fault text) language plpgsql volatile security definer
       set search_path = pg_catalog as $$
     #variable_conflict use_column
     declare
       v_held timestamptz;
       v_turn timestamptz;
       v_fault text;
       v_wait int;
     begin
       perform pg_advisory_xact_lock(hashtextextended('legal_process.' || p_source, 0));
       select max(s.held_until), max(s.next_at) into v_held, v_turn
         from legal_process.source_state s where s.source = p_source;
       if v_held > clock_timestamp() then
         select s.fault into v_fault from legal_process.source_state s
          where s.source = p_source and s.held_until = v_held limit 1;
         return query select 0, v_held, v_fault;
         return;
       end if;
       v_turn := greatest(v_turn, clock_timestamp());
       v_wait := (extract(epoch from v_turn - clock_timestamp()) * 1000)::int;
       if v_wait < p_longest_ms then
         insert into legal_process.source_state (company_id, source, next_at)
           values (kernel.current_company(), p_source, v_turn + make_interval(secs => p_every_ms / 1000.0))
           on conflict (company_id, source) do update set next_at = excluded.next_at;
       end if;
       return query select greatest(v_wait, 0), null::timestamptz, null::text;
     end $$`,
    `revoke all on function legal_process.take_turn(text, int, int) from public`,
    `grant execute on function legal_process.take_turn(text, int, int) to balcao_app`,
  ],
};
