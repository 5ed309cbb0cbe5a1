import type { Migration } from '@balcao/sdk/server';

/**
 * Jobs that are scheduled or cancelled in a transaction of a company, as part of it. Their tables lie in the schema `jobs`,
 * which the job store makes, and into which a company sees only through these two.
 */
export const transactionalJobMigration: Migration = {
  name: '0048-transactional-jobs',
  sql: [
    `create function kernel.put_job(of_name text, of_data jsonb, due timestamptz) returns void
     language plpgsql volatile security definer set search_path = '' as $$
     begin
       perform jobs.put(of_name, of_data || pg_catalog.jsonb_build_object('companyId', kernel.current_company()), due);
     end $$`,
    `create function kernel.cancel_job(of_name text, of_key text) returns void
     language plpgsql volatile security definer set search_path = '' as $$
     begin
       perform jobs.cancel(of_name, kernel.current_company(), of_key);
     end $$`,
    `revoke all on function kernel.put_job(text, jsonb, timestamptz), kernel.cancel_job(text, text) from public`,
    `grant execute on function kernel.put_job(text, jsonb, timestamptz), kernel.cancel_job(text, text) to balcao_app`,
  ],
};
