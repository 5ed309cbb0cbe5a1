import type { Routine } from '@balcao/sdk/server';

/**
 * The SQL contract of inbound messages, see `contract.ts`: finds or creates the contact of an identity. The number of a
 * merged contact leads to the remaining one, and an e-mail address to the contact that has it; the oldest, if there are
 * several.
 */
export const identify: Routine = {
  name: 'identify',
  sql: [
    `create or replace function contacts.identify(p_channel text, p_scope text, p_kind text, p_value text, p_name text, p_number text, p_picture text)
       returns int language plpgsql as $$
     declare
       v_company int := kernel.current_company();
       v_name text := btrim(coalesce(p_name, ''));
       v_picture text := nullif(p_picture, '');
       v_number text := '';
       v_contact int;
       v_made int;
       c record;
     begin
       if p_kind <> 'group' then
         v_number := regexp_replace(coalesce(nullif(p_number, ''), case when p_kind = 'phone' then p_value end, ''), '\\D', '', 'g');
       end if;
       loop
         select k.id, k.name, k.name_edited, k.number, k.profile_pic_url into c
           from contacts.identity i join contacts.contact k on k.company_id = i.company_id and k.id = i.contact_id
          where i.company_id = v_company and i.channel = p_channel and i.scope = p_scope and i.kind = p_kind and i.value = p_value;
         if found then
           if (v_name <> '' and not c.name_edited and c.name <> v_name) or (c.number = '' and v_number <> '')
              or (v_picture is not null and c.profile_pic_url is distinct from v_picture) then
             perform contacts.refresh(c.id, v_name, v_number, v_picture);
           end if;
           return c.id;
         end if;

         v_contact := null;
         v_made := null;
         if v_number <> '' then
           select k.id into v_contact from contacts.contact k
            where k.company_id = v_company and k.number_key = contacts.number_key(v_number) and k.number_key <> '';
           if not found then
             select o.contact_id into v_contact from contacts.other_number o
              where o.company_id = v_company and o.number_key = contacts.number_key(v_number);
           end if;
         end if;
         if v_contact is null and p_kind = 'email' then
           select k.id into v_contact from contacts.contact k
            where k.company_id = v_company and k.email_key = kernel.normalise(p_value) and k.email_key <> '' and k.merged_into is null
            order by k.id limit 1;
         end if;
         if v_contact is null then
           insert into contacts.contact (company_id, name, number, profile_pic_url, is_group)
           values (v_company, coalesce(nullif(v_name, ''), nullif(v_number, ''), p_value), v_number, v_picture, p_kind = 'group')
           on conflict (company_id, number_key) where number_key <> '' do nothing
           returning id into v_made;
           continue when v_made is null; -- another transaction created the contact of this number: read it in the next round
           v_contact := v_made;
         end if;

         insert into contacts.identity (company_id, contact_id, channel, scope, kind, value)
         values (v_company, v_contact, p_channel, p_scope, p_kind, p_value) on conflict do nothing;
         if found then
           if v_made is not null then
             perform kernel.emit('contacts.contact.changed', 'contact:' || v_made,
               jsonb_build_object('contactId', v_made, 'action', 'create'));
           else
             perform contacts.refresh(v_contact, v_name, '', v_picture);
           end if;
           return v_contact;
         end if;
         -- Another transaction added this identity to a contact first, so that contact is used.
         if v_made is not null then delete from contacts.contact where company_id = v_company and id = v_made; end if;
       end loop;
     end $$`,
  ],
};
