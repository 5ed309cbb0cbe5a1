import type { Routine } from '@balcao/sdk/server';

/** Schedules a job as part of a company's transaction. */
export const putJob: Routine = {
  name: 'put-job',
  sql: [
    `create or replace function kernel.put_job(of_name text, of_data jsonb, due timestamptz) returns void
     language plpgsql volatile security definer set search_path = '' as $$
     begin
       perform jobs.put(of_name, of_data || pg_catalog.jsonb_build_object('companyId', kernel.current_company()), due);
     end $$`,
    `revoke all on function kernel.put_job(text, jsonb, timestamptz) from public`,
    `grant execute on function kernel.put_job(text, jsonb, timestamptz) to balcao_app`,
  ],
};
