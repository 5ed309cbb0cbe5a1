import type { Routine } from '@balcao/sdk/server';

/** View for other plugins' SQL; its columns are declared in `contract.ts`. */
export const publicUser: Routine = {
  name: 'public_user',
  sql: [
    `create or replace view users.public_user with (security_invoker = true) as
       select u.id, u.company_id, u.name, u.email, u.profile, u.online, u.first_online, u.last_online,
              u.profile_pic_url, coalesce(a.is_virtual, false) as is_virtual,
              coalesce(a.is_show_contacts, true) as is_show_contacts, u.created_at,
              coalesce(a.custom_prompt, '') as custom_prompt
         from kernel."user" u
         left join users.assistant_fields a on a.company_id = u.company_id and a.user_id = u.id`,
  ],
};
