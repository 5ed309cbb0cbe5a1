import { notFound, sql, type Scope } from '@balcao/sdk/server';
import type { z } from '@balcao/sdk/server';
import type { contactDetails } from './contact-form.ts';
import { findContact } from './contact-row.ts';
import { withExtras } from './list-extras.ts';
import { isMasked, maskNumber } from './masking.ts';

interface Further {
  mediaPath: string | null;
  mediaName: string | null;
  extraInfo: { id: number; name: string; value: string }[];
  otherNumbers: string[];
  merges: { name: string; userName: string; at: string }[];
}

/** Returns a contact with everything that its form shows, as this reader may see it. Throws ERR_NO_CONTACT_FOUND. */
export const contactDetail = async (scope: Scope, id: number): Promise<z.output<typeof contactDetails>> => {
  const contact = await findContact(scope, id);
  const further = await scope.sql.one<Further>(
    sql`select c.media_path as "mediaPath", c.media_name as "mediaName",
               coalesce((select json_agg(json_build_object('id', e.id, 'name', e.name, 'value', e.value) order by e.id)
                           from contacts.extra_info e where e.contact_id = c.id), '[]') as "extraInfo",
               array(select o.number from contacts.other_number o where o.contact_id = c.id order by o.number) as "otherNumbers",
               coalesce((select json_agg(json_build_object('name', contacts.visible(m.merged ->> 'name', m.merged ->> 'number', ${isMasked(scope)}),
                                  'userName', m.user_name, 'at', m.created_at) order by m.id desc)
                           from contacts.merge_log m where m.contact_id = c.id), '[]') as merges
          from contacts.contact c where c.id = ${id} and c.merged_into is null`,
  );
  if (!contact || !further) throw notFound('ERR_NO_CONTACT_FOUND');
  const otherNumbers = isMasked(scope) ? further.otherNumbers.map(maskNumber) : further.otherNumbers;
  const [row = contact] = await withExtras(scope, [contact]);
  return { ...row, ...further, otherNumbers };
};
