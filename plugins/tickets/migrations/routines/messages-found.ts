import type { Routine } from '@balcao/sdk/server';

/**
 * Returns the ids of messages that contain all words of a query; if none does, of those that contain it literally: the
 * end of a number, the middle of a code.
 */
export const messagesFound: Routine = {
  name: 'messages-found',
  sql: [
    `create or replace function tickets.messages_found(p_query text, p_most int, p_before bigint, p_user int, p_sees_all boolean, p_any_queue boolean)
       returns setof bigint
       language plpgsql stable security definer rows 50 set search_path = pg_catalog, public
       set plan_cache_mode = force_generic_plan set jit = off as $$
     begin
       return query select * from tickets.messages_by_words(p_query, p_most, p_before, p_user, p_sees_all, p_any_queue);
       if found or length(kernel.normalise(p_query)) < 3 then return; end if;
       if p_before is not null then
         perform 1 from tickets.messages_by_words(p_query, 1, null, p_user, p_sees_all, p_any_queue);
         if found then return; end if;
       end if;
       return query select * from tickets.messages_by_part(p_query, p_most, p_before, p_user, p_sees_all, p_any_queue);
     end $$`,
    'revoke all on function tickets.messages_found(text, int, bigint, int, boolean, boolean) from public',
    'grant execute on function tickets.messages_found(text, int, bigint, int, boolean, boolean) to balcao_app',
  ],
};
