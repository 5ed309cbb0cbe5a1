import type { Routine } from '@balcao/sdk/server';

/**
 * Finds contacts by the number of a contact that was merged into them. With `p_masked` only by the last four digits,
 * since a search by parts would reveal the others digit by digit.
 */
export const mergedNumberMatch: Routine = {
  name: 'merged-number-match',
  sql: [
    `create or replace function contacts.merged_number_match(p_term text, p_masked boolean) returns setof int language sql stable as $$
       select o.contact_id
         from contacts.other_number o, (select regexp_replace(p_term, '\\D', '', 'g') as digits) d
        where o.company_id = kernel.current_company() and length(d.digits) >= 4
          and (right(o.number, 4) = d.digits
               or not p_masked and (o.number_key = contacts.number_key(d.digits) or position(d.digits in o.number) > 0)) $$`,
  ],
};
