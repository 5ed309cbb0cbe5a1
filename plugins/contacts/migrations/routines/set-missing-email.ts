import type { Routine } from '@balcao/sdk/server';

/** Sets a contact’s e-mail address if it has none and the text looks like an address. */
export const setMissingEmail: Routine = {
  name: 'set-missing-email',
  sql: [
    `create or replace function contacts.set_missing_email(p_contact int, p_mail text) returns void language plpgsql as $$
     begin
       update contacts.contact set email = btrim(p_mail), updated_at = now()
        where company_id = kernel.current_company() and id = p_contact and email = ''
          and length(btrim(p_mail)) between 3 and 254 and btrim(p_mail) ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$';
       if found then
         perform kernel.emit('contacts.contact.changed', 'contact:' || p_contact,
           jsonb_build_object('contactId', p_contact, 'action', 'update'));
       end if;
     end $$`,
  ],
};
