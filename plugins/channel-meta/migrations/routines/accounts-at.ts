import type { Routine } from '@balcao/sdk/server';

/**
 * For the webhook of the installation’s app, which serves all companies: returns where the accounts of these pages and
 * Instagram accounts are, and no other data of them.
 */
export const accountsAt: Routine = {
  name: 'accounts-at',
  sql: [
    `create or replace function channel_meta.accounts_at(p_channel text, p_ids text[])
       returns table (id text, company_id int, connection_id int) language sql stable security definer
       set search_path = pg_catalog as $$
       select a.page_id, a.company_id, a.connection_id from channel_meta.account a
        where p_channel = 'facebook' and a.channel = 'facebook' and a.page_id = any(p_ids)
       union all
       select a.ig_id, a.company_id, a.connection_id from channel_meta.account a
        where p_channel = 'instagram' and a.channel = 'instagram' and a.ig_id = any(p_ids) $$`,
    `revoke all on function channel_meta.accounts_at(text, text[]) from public`,
    `grant execute on function channel_meta.accounts_at(text, text[]) to balcao_app`,
  ],
};
