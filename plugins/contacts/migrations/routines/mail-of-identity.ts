import type { Routine } from '@balcao/sdk/server';

/** Sets the e-mail address of a contact that writes by e-mail. */
export const mailOfIdentity: Routine = {
  name: 'mail-of-identity',
  sql: [
    `create or replace function contacts.mail_of_identity() returns trigger language plpgsql as $$
     begin
       update contacts.contact set email = new.value where company_id = new.company_id and id = new.contact_id and email = '';
       return null;
     end $$`,
    `create or replace trigger mail after insert or update of contact_id on contacts.identity
       for each row when (new.kind = 'email') execute function contacts.mail_of_identity()`,
  ],
};
