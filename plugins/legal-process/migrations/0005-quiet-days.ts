import type { Migration } from '@balcao/sdk/server';

export const quietDays: Migration = {
  name: '0005-quiet-days',
  sql: [
    // By kind of step. origins: the source whose steps are stored; another source names the same ones otherwise.
    // quiet: the day in Brasília until which steps are no news, because they were known from another source; absent: there is none.
    `alter table legal_process.legal_case add column origins jsonb not null default '{}', add column quiet jsonb not null default '{}'`,
    `update legal_process.legal_case set origins = jsonb_build_object('movement', source) where source <> ''`,
    `update legal_process.legal_case k
        set origins = origins || jsonb_build_object('publication', case source when 'escavador' then source else 'djen' end)
      where source <> ''
        and exists (select from legal_process.step s
                     where s.company_id = k.company_id and s.case_id = k.id and s.kind = 'publication')`,
    `alter table legal_process.legal_case drop column source`,
  ],
};
