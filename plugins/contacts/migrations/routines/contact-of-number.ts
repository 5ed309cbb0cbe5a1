import type { Routine } from '@balcao/sdk/server';

/** Finds the contact of a number, also of the number of a merged contact. */
export const contactOfNumber: Routine = {
  name: 'contact-of-number',
  sql: [
    `create or replace function contacts.contact_of_number(p_number text) returns int language sql stable parallel safe as $$
       select coalesce(
         (select c.id from contacts.contact c where c.company_id = kernel.current_company()
            and c.number_key = contacts.number_key(p_number) and c.number_key <> ''),
         (select o.contact_id from contacts.other_number o where o.company_id = kernel.current_company()
            and o.number_key = contacts.number_key(p_number))) $$`,
  ],
};
