import { sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';

/**
 * Takes the messages of a campaign back that wait behind others and have not entered the send queue. Their people wait
 * again: a restart writes to them, and nobody else. Call it after the change of status, which no release gets past.
 */
export const takeBack = async (scope: Scope, campaignId: number): Promise<number> => {
  const away = await scope.sql.rows<{ message: string }>(
    sql`select coalesce(message_id, ask_message_id) as message from campaigns.recipient
         where campaign_id = ${campaignId} and (state = 'released' and message_id is not null
            or state = 'asked' and asked_at > now() - interval '15 minutes')`,
  );
  if (away.length === 0) return 0;
  const taken = await scope.use(tickets).withdraw(away.map(({ message }) => Number(message)));
  if (taken.length === 0) return 0;
  return scope.sql.run(
    sql`update campaigns.recipient
           set state = case when state = 'released' and confirmed_at is not null then 'confirmed' else 'waiting' end,
               message_id = null, released_at = null,
               ask_message_id = case when state = 'asked' then null else ask_message_id end,
               asked_at = case when state = 'asked' then null else asked_at end
         where campaign_id = ${campaignId} and state in ('released', 'asked')
           and (message_id = any(${taken}::bigint[]) or ask_message_id = any(${taken}::bigint[]))`,
  );
};
