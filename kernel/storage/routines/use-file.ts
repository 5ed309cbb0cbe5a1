import type { Routine } from '@balcao/sdk/server';

/**
 * Adds a reference to a file of the company, which is not removed until the caller's transaction ends. Returns false
 * when the company has no such file.
 */
export const useFile: Routine = {
  name: 'use-file',
  sql: [
    `create or replace function kernel.use_file(of_path text, by_holder text) returns boolean
     language plpgsql volatile security definer set search_path = '' as $$
     declare company int := kernel.current_company();
     begin
       perform 1 from kernel.file f where f.path = of_path and f.company_id = company for key share;
       if not found then return false; end if;
       insert into kernel.file_use (path, company_id, holder) values (of_path, company, by_holder) on conflict do nothing;
       return true;
     end $$`,
    `revoke all on function kernel.use_file(text, text) from public`,
    `grant execute on function kernel.use_file(text, text) to balcao_app`,
  ],
};
