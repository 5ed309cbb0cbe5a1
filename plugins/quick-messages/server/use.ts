import { sql } from '@balcao/sdk/server';
import type { SignedIn } from './quick-message.ts';

export const countUse = async (scope: SignedIn, quickMessageId: number): Promise<void> => {
  // Uses by a super user inside another company are not counted.
  if (scope.user.impersonating) return;
  await scope.sql.run(
    // Its owner may have deleted it since; the message was sent all the same.
    sql`insert into quick_messages.usage as u (quick_message_id, user_id)
        select m.id, ${scope.user.id}::int from quick_messages.quick_message m where m.id = ${quickMessageId} for key share
        on conflict (company_id, user_id, quick_message_id) do update set uses = least(u.uses::bigint + 1, 2147483647)::int`,
  );
};
