import type { Routine } from '@balcao/sdk/server';

/**
 * For channels: removes a contact’s picture when the provider no longer shows one, unless people have chosen another.
 */
export const removePicture: Routine = {
  name: 'remove-picture',
  sql: [
    `create or replace function contacts.remove_picture(p_contact int, p_picture text) returns void language sql as $$
       update contacts.contact set profile_pic_url = null
        where company_id = kernel.current_company() and id = p_contact and profile_pic_url = p_picture $$`,
  ],
};
