import type { Routine } from '@balcao/sdk/server';

/** Deletes a prompt; returns its id, or no row when it does not exist. */
export const removePrompt: Routine = {
  name: 'remove-prompt',
  sql: [
    `create or replace function chatai.remove_prompt(wanted int)
       returns table (id int) language sql volatile security definer set search_path = pg_catalog as $$
       delete from chatai.prompt p where p.id = wanted returning p.id $$`,
    `revoke all on function chatai.remove_prompt(int) from public`,
    `grant execute on function chatai.remove_prompt(int) to balcao_app`,
  ],
};
