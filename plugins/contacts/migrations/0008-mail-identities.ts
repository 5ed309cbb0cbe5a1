import type { Migration } from '@balcao/sdk/server';

/** Who writes by mail is known by an address, and their contact has it from the start. */
export const mailIdentities: Migration = {
  name: '0008-mail-identities',
  sql: [
    `alter table contacts.identity drop constraint identity_kind_check`,
    `alter table contacts.identity add constraint identity_kind_check
       check (kind in ('phone', 'bsuid', 'lid', 'psid', 'igsid', 'web', 'email', 'group'))`,
    `create function contacts.mail_of_identity() returns trigger language plpgsql as $$
     begin
       update contacts.contact set email = new.value where company_id = new.company_id and id = new.contact_id and email = '';
       return null;
     end $$`,
    `create trigger mail after insert or update of contact_id on contacts.identity
       for each row when (new.kind = 'email') execute function contacts.mail_of_identity()`,
  ],
};
