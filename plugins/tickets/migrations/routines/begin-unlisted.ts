import type { Routine } from '@balcao/sdk/server';

/**
 * Begins a conversation outside all lists in one statement, or returns the running or unlisted one of the contact on the
 * connection. No row if the contact has no identity of the kind there (p_kind null: the channel is off, none is needed):
 * the caller finds out what is missing.
 */
export const beginUnlisted: Routine = {
  name: 'begin-unlisted',
  sql: [
    `create or replace function tickets.begin_unlisted(p_contact int, p_connection int, p_channel text, p_scope text, p_kind text)
       returns table (id int, uuid uuid, is_new boolean) language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
     begin
       return query select t.id, t.uuid, false from tickets.ticket t
         where t.company_id = v_company and t.contact_id = p_contact and t.whatsapp_id = p_connection and t.status in ('open', 'pending');
       if found then return; end if;
       if p_kind is not null and not exists (select 1 from contacts.public_identity i where i.company_id = v_company
            and i.contact_id = p_contact and i.channel = p_channel and i.scope = p_scope and i.kind = p_kind) then return; end if;
       perform tickets.take_turn(p_contact, p_connection);
       -- The transaction that held the turn before may have begun one.
       return query select t.id, t.uuid, false from tickets.ticket t
         where t.company_id = v_company and t.contact_id = p_contact and t.whatsapp_id = p_connection and t.status in ('open', 'pending');
       if found then return; end if;
       return query select t.id, t.uuid, false from tickets.ticket t
         where t.company_id = v_company and t.contact_id = p_contact and t.whatsapp_id = p_connection and t.status = 'unlisted'
         order by t.id desc limit 1;
       if found then return; end if;
       return query insert into tickets.ticket as t (company_id, status, contact_id, whatsapp_id, channel, is_group, last_at)
         select v_company, 'unlisted', c.id, p_connection, p_channel, c.is_group, '-infinity'
           from contacts.public_contact c where c.company_id = v_company and c.id = p_contact
         returning t.id, t.uuid, true;
     end $$`,
  ],
};
