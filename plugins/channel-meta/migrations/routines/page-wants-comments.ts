import type { Routine } from '@balcao/sdk/server';

/**
 * True while any connection of the installation receives the comments of a page: both channels of a page share its
 * subscription, and the last one to subscribe sets its fields.
 */
export const pageWantsComments: Routine = {
  name: 'page-wants-comments',
  sql: [
    `create or replace function channel_meta.page_wants_comments(p_page text) returns boolean language sql stable security definer
       set search_path = pg_catalog as $$
       select p_page <> '' and exists (select 1 from channel_meta.account a
         where a.page_id = p_page and a.channel = 'facebook' and a.has_comments) $$`,
    `revoke all on function channel_meta.page_wants_comments(text) from public`,
    `grant execute on function channel_meta.page_wants_comments(text) to balcao_app`,
  ],
};
