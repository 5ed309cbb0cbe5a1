import type { Routine } from '@balcao/sdk/server';

/**
 * Returns the newest answer of a public source to one number, whichever company asked: what courts publish is the same
 * for all, and asking once spares the source. It tells neither who asked nor for whom. `is_old`: the source told later
 * that there is something new; an answer without news goes before those.
 */
export const publicCopy: Routine = {
  name: 'public-copy',
  sql: [
    `create or replace function legal_process.public_copy(p_cnj text, p_source text)
       returns table (data jsonb, fetched_at timestamptz, is_old boolean) language sql stable security definer
       set search_path = pg_catalog as $$
       select c.data, c.fetched_at, coalesce(c.heard_at > c.asked_at, false) from legal_process.source_copy c
        where c.cnj = p_cnj::char(20) and c.source = p_source and c.is_public
        order by coalesce(c.heard_at > c.asked_at, false), c.fetched_at desc limit 1 $$`,
    `revoke all on function legal_process.public_copy(text, text) from public`,
    `grant execute on function legal_process.public_copy(text, text) to balcao_app`,
  ],
};
