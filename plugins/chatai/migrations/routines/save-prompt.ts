import type { Routine } from '@balcao/sdk/server';

/** Creates or changes a prompt; returns its id, or no row when it does not exist. */
export const savePrompt: Routine = {
  name: 'save-prompt',
  sql: [
    `create or replace function chatai.save_prompt(wanted int, called text, kind int, told text)
       returns table (id int) language plpgsql volatile security definer set search_path = pg_catalog as $$
     #variable_conflict use_column
     begin
       if wanted is null then
         return query insert into chatai.prompt as p (title, type, description) values (called, kind, told)
           returning p.id;
       else
         return query update chatai.prompt as p set title = called, type = kind, description = told
           where p.id = wanted returning p.id;
       end if;
     end $$`,
    `revoke all on function chatai.save_prompt(int, text, int, text) from public`,
    `grant execute on function chatai.save_prompt(int, text, int, text) to balcao_app`,
  ],
};
