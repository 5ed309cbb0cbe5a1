import type { Routine } from '@balcao/sdk/server';

/**
 * Updates a contact from the provider’s current data. A number that belongs to another contact changes nothing: people
 * decide on a merge.
 */
export const refresh: Routine = {
  name: 'refresh',
  sql: [
    `create or replace function contacts.refresh(p_contact int, p_name text, p_number text, p_picture text) returns void
       language plpgsql as $$
     declare
       v_company int := kernel.current_company();
       v_numbered boolean := false;
     begin
       if p_number <> '' and contacts.contact_of_number(p_number) is null then
         begin
           update contacts.contact set number = p_number, updated_at = now()
            where company_id = v_company and id = p_contact and number = '';
           v_numbered := found;
         exception when unique_violation then null; -- the number belongs to another contact: people decide on a merge
         end;
       end if;
       update contacts.contact c
          set name = case when p_name <> '' and not c.name_edited then p_name else c.name end,
              profile_pic_url = coalesce(p_picture, c.profile_pic_url), updated_at = now()
        where c.company_id = v_company and c.id = p_contact
          and (p_name <> '' and not c.name_edited and c.name <> p_name
               or p_picture is not null and c.profile_pic_url is distinct from p_picture);
       if found or v_numbered then
         perform kernel.emit('contacts.contact.changed', 'contact:' || p_contact,
           jsonb_build_object('contactId', p_contact, 'action', 'update'));
       end if;
     end $$`,
  ],
};
