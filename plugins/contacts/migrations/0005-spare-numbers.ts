import type { Migration } from '@balcao/sdk/server';

/** Who is looked for by a number that a merge left over. */
export const spareNumbers: Migration = {
  name: '0005-spare-numbers',
  sql: [
    // With `p_masked` only by the whole number or its last four digits: parts would tell the rest, digit by digit.
    `create function contacts.spare_match(p_term text, p_masked boolean) returns setof int language sql stable as $$
       select o.contact_id
         from contacts.other_number o, (select regexp_replace(p_term, '\\D', '', 'g') as digits) d
        where o.company_id = kernel.current_company() and length(d.digits) >= 4
          and (o.number_key = contacts.number_key(d.digits) or right(o.number, 4) = d.digits
               or not p_masked and position(d.digits in o.number) > 0) $$`,
  ],
};
