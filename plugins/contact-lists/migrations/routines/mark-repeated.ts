import type { Routine } from '@balcao/sdk/server';

/**
 * Marks the rows of an import whose number is in an earlier row; the first of several rows with one number counts.
 * `p_keys` limits the rows to some numbers. Without nested loops: the planner takes one row for an import that its
 * statistics do not know yet, and a hundred thousand rows would be compared each with each.
 */
export const markRepeated: Routine = {
  name: 'mark-repeated',
  sql: [
    `create or replace function contact_lists.mark_repeated(p_import int, p_keys text[]) returns void
       language sql set enable_nestloop to off as $$
       update contact_lists.import_row r set verdict = 'repeated', note = 'repeated:' || f.first
         from (select x.line, min(x.line) over (partition by x.number_key) as first from contact_lists.import_row x
                where x.company_id = kernel.current_company() and x.import_id = p_import and x.verdict = 'new'
                  and (p_keys is null or x.number_key = any (p_keys))) f
        where r.company_id = kernel.current_company() and r.import_id = p_import and r.line = f.line and f.line <> f.first $$`,
  ],
};
