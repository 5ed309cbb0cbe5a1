import type { Routine } from '@balcao/sdk/server';

/** Cancels a job as part of a company's transaction. */
export const cancelJob: Routine = {
  name: 'cancel-job',
  sql: [
    `create or replace function kernel.cancel_job(of_name text, of_key text) returns void
     language plpgsql volatile security definer set search_path = '' as $$
     begin
       perform jobs.cancel(of_name, kernel.current_company(), of_key);
     end $$`,
    `revoke all on function kernel.cancel_job(text, text) from public`,
    `grant execute on function kernel.cancel_job(text, text) to balcao_app`,
  ],
};
