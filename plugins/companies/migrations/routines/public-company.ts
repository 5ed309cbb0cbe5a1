import type { Routine } from '@balcao/sdk/server';

/** View for other plugins' SQL; its columns are declared in `contract.ts`. */
export const publicCompany: Routine = {
  name: 'public_company',
  sql: [
    `create or replace view companies.public_company with (security_invoker = true) as
       select c.id as company_id, c.name, c.language, c.time_zone, coalesce(d.cpf_cnpj, '') as cpf_cnpj
         from kernel.company c
         left join companies.detail d on d.company_id = c.id`,
  ],
};
