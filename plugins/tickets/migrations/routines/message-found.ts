import type { Routine } from '@balcao/sdk/server';

/**
 * Searches one conversation. A security definer function, because `like` is not leakproof: under the row policy the
 * index could not be used.
 */
export const messageFound: Routine = {
  name: 'message-found',
  sql: [
    `create or replace function tickets.message_found(p_ticket int, p_query text, p_most int, p_skip int, p_before_at timestamptz, p_before bigint)
       returns table (id bigint, sent_at timestamptz)
       language sql stable security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan as $$
       select m.id, m.sent_at from tickets.message m
        where m.company_id = kernel.current_company() and m.ticket_id = p_ticket and not m.is_deleted
          and m.search_text like kernel.like_pattern(p_query)
          and (m.sent_at, m.id) < (coalesce(p_before_at, 'infinity'), coalesce(p_before, 9223372036854775807))
        order by m.sent_at desc, m.id desc limit p_most offset p_skip $$`,
    `revoke all on function tickets.message_found(int, text, int, int, timestamptz, bigint) from public`,
    `grant execute on function tickets.message_found(int, text, int, int, timestamptz, bigint) to balcao_app`,
  ],
};
