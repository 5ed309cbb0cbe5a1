import type { Routine } from '@balcao/sdk/server';

/**
 * Returns ids of messages with this text that the person may read, newest first. Membership is checked inside, where
 * row security does not keep the index from being used.
 */
export const messageSearch: Routine = {
  name: 'message-search',
  sql: [
    `create or replace function internal_chat.message_search(query text, person int, chat int, before bigint, most int)
       returns setof bigint language sql stable security definer
       set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan as $$
       select m.id from internal_chat.message m
         join internal_chat.member p on p.company_id = m.company_id and p.chat_id = m.chat_id and p.user_id = $2
          and p.left_at is null and m.seq > p.joined_seq
         join internal_chat.chat c on c.company_id = m.company_id and c.id = m.chat_id and c.deleted_at is null
        where m.company_id = kernel.current_company() and m.search_text like kernel.like_pattern($1)
          and m.deleted_at is null and m.system is null
          and ($3 is null or m.chat_id = $3) and ($4 is null or m.id < $4)
        order by m.id desc limit $5 $$`,
    `revoke all on function internal_chat.message_search(text, int, int, bigint, int) from public`,
    `grant execute on function internal_chat.message_search(text, int, int, bigint, int) to balcao_app`,
  ],
};
