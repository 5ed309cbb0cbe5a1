import { sql, type Scope } from '@balcao/sdk/server';
import type { PanelPerson } from '../panel.ts';
import { seesAll } from './filters.ts';

type Person = Omit<PanelPerson, 'firstOnline' | 'lastOnline'> & { firstOnline: Date | null; lastOnline: Date | null };

/** Returns the people whose cards the reader sees: everybody, or only the reader. */
export const panelPeople = (scope: Scope): Promise<Person[]> =>
  scope.sql.rows<Person>(
    sql`select k.id, k.name, k.profile, k.super, k.company_id as "companyId", k.profile_pic_url as "profilePicUrl",
               k.online, k.first_online as "firstOnline", k.last_online as "lastOnline",
               coalesce(u.is_virtual, false) as "isVirtual",
               array(select m.queue_id from queues.public_member m
                      where m.company_id = k.company_id and m.user_id = k.id order by m.queue_id) as "queueIds"
          from kernel."user" k
          left join users.public_user u on u.company_id = k.company_id and u.id = k.id
         where ${seesAll(scope) ? sql`true` : sql`k.id = ${scope.user?.id ?? 0}`}
         order by lower(k.name), k.id`,
  );
