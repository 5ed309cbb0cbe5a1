import type { Routine } from '@balcao/sdk/server';

/**
 * Creates or changes a provider of the platform; returns its id, or no row when it does not exist or was changed since
 * the given version.
 */
export const savePlatformProvider: Routine = {
  name: 'save-platform-provider',
  sql: [
    `create or replace function chatai.save_platform_provider(wanted int, since int, given jsonb)
       returns table (id int) language plpgsql volatile security definer set search_path = pg_catalog as $$
     #variable_conflict use_column
     begin
       if wanted is null then
         return query insert into chatai.platform_provider as p (title, protocol, base_url, has_key, models, flags, is_on)
           values (given ->> 'title', given ->> 'protocol', given ->> 'baseUrl', (given ->> 'hasKey')::boolean,
                   given -> 'models', given -> 'flags', (given ->> 'isOn')::boolean)
           returning p.id;
       else
         return query update chatai.platform_provider as p
             set title = given ->> 'title', protocol = given ->> 'protocol', base_url = given ->> 'baseUrl',
                 has_key = (given ->> 'hasKey')::boolean, models = given -> 'models', flags = given -> 'flags',
                 is_on = (given ->> 'isOn')::boolean, version = p.version + 1
           where p.id = wanted and p.version = since returning p.id;
       end if;
     end $$`,
    `revoke all on function chatai.save_platform_provider(int, int, jsonb) from public`,
    `grant execute on function chatai.save_platform_provider(int, int, jsonb) to balcao_app`,
  ],
};
