import type { Routine } from '@balcao/sdk/server';

/** Keeps what is needed to end the subscription at Meta when a connection, and with it its account, is deleted. */
export const keepReleased: Routine = {
  name: 'keep-released',
  sql: [
    `create or replace function channel_meta.keep_released() returns trigger language plpgsql as $$
     begin
       if old.token <> '' then
         insert into channel_meta.released (company_id, connection_id, page_id, token, own_app, via)
         values (old.company_id, old.connection_id, old.page_id, old.token, old.own_app, old.via) on conflict do nothing;
       end if;
       return old;
     end $$`,
    `create or replace trigger keep_released after delete on channel_meta.account
       for each row execute function channel_meta.keep_released()`,
  ],
};
