import type { Routine } from '@balcao/sdk/server';

/**
 * Returns the last word of each source over all companies, for those who run the platform: its failure, or that it
 * answered, and until when it is held. It names no company and no case.
 */
export const sourceFaults: Routine = {
  name: 'source-faults',
  sql: [
    `create or replace function legal_process.source_faults()
       returns table (source text, fault text, heard_at timestamptz, held_until timestamptz)
       language sql stable security definer set search_path = pg_catalog as $$
       select distinct on (s.source) s.source, s.fault, s.heard_at,
              max(s.held_until) over (partition by s.source)
         from legal_process.source_state s
        order by s.source, s.heard_at desc nulls last $$`,
    `revoke all on function legal_process.source_faults() from public`,
    `grant execute on function legal_process.source_faults() to balcao_app`,
  ],
};
