import type { Migration } from '@balcao/sdk/server';

/** Nothing tells the hidden part of a number: neither a search, nor the place of a contact without a name in the list. */
export const hiddenNumbers: Migration = {
  name: '0007-hidden-numbers',
  sql: [
    // With `p_masked` by the last four digits only.
    `create or replace function contacts.spare_match(p_term text, p_masked boolean) returns setof int language sql stable as $$
       select o.contact_id
         from contacts.other_number o, (select regexp_replace(p_term, '\\D', '', 'g') as digits) d
        where o.company_id = kernel.current_company() and length(d.digits) >= 4
          and (right(o.number, 4) = d.digits
               or not p_masked and (o.number_key = contacts.number_key(d.digits) or position(d.digits in o.number) > 0)) $$`,
    // Whoever does not see numbers has those without a name at the end, by their last four digits.
    `create function contacts.masked_order(p_name text, p_number text, p_name_sort text) returns text
       language sql immutable parallel safe as $$
       select case when p_name = p_number then chr(1114109) || right(p_number, 4) else p_name_sort end $$`,
    `create index contact_masked_order on contacts.contact (company_id, contacts.masked_order(name, number, name_sort), id)`,
  ],
};
