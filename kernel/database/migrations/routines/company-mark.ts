import type { Routine } from '@balcao/sdk/server';

/**
 * Returns the mark of a company, for the owner, who may look into any company: `select set_config('app.company',
 * kernel.company_mark(7), true)`.
 */
export const companyMark: Routine = {
  name: 'company-mark',
  sql: [
    `create or replace function kernel.company_mark(company int) returns text language sql stable as $$
       select company || '...' || kernel.proof(company || '..') $$`,
    `revoke all on function kernel.company_mark(int) from public`,
  ],
};
