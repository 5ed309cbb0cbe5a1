import { sql } from '@balcao/sdk/server';
import type { ReportDimension } from '@balcao/reports/contract';
import { tags } from '../contract.ts';

/** The filter of the report by a tag of the conversation. */
export const reportByTag: ReportDimension = {
  id: 'tag',
  param: 'tag',
  label: 'page.title',
  order: 10,
  options: async (scope) => (await scope.use(tags).list()).map(({ id, name }) => ({ value: String(id), label: name })),
  where: (value) =>
    sql`exists (select 1 from tags.public_ticket_tag x where x.company_id = a.company_id and x.ticket_id = a.ticket_id
                  and x.tag_id = ${Number(value) || 0})`,
};
