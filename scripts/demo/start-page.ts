import type { Kernel } from '@balcao/kernel';
import { owner } from './cast.ts';

/** Returns the page where the demonstration begins: the first pending conversation, in its list. */
export const startPage = async (kernel: Kernel): Promise<string> => {
  const { rows } = await kernel.database.owner.query<{ uuid: string }>(
    `select t.uuid from tickets.ticket t join kernel."user" u on u.company_id = t.company_id
      where u.email_key = $1 and t.status = 'pending' and t.user_id is null
        and (t.queue_id is null or t.queue_id in (select queue_id from queues.member where user_id = u.id))
      order by t.waiting_since, t.id limit 1`,
    [owner.email],
  );
  return `/tickets${rows[0] ? `/${rows[0].uuid}` : ''}?status=pending`;
};
