import { sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';

/** The most entries that the log takes at once. */
const logged = 1_000;

/**
 * Takes the messages of a campaign back that wait behind others and have not entered the send queue. Their people wait
 * again: a restart writes to them, and nobody else. The log of their conversations says so. Call it after the change of status, which no release gets past.
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
  const people = await scope.sql.rows<{ ticketId: number; name: string }>(
    sql`update campaigns.recipient r
           set state = case when state = 'released' and confirmed_at is not null then 'confirmed' else 'waiting' end,
               message_id = null, released_at = null,
               ask_message_id = case when state = 'asked' then null else ask_message_id end,
               asked_at = case when state = 'asked' then null else asked_at end
          from campaigns.campaign c
         where c.company_id = r.company_id and c.id = r.campaign_id and r.campaign_id = ${campaignId} and r.state in ('released', 'asked')
           and (r.message_id = any(${taken}::bigint[]) or r.ask_message_id = any(${taken}::bigint[]))
        returning r.ticket_id as "ticketId", c.name`,
  );
  const entries = people.map(({ ticketId, name }) => ({
    ticketId,
    type: 'campaigns.withdrawn',
    data: { campaignId, name },
  }));
  for (let start = 0; start < entries.length; start += logged)
    await scope.use(tickets).logAll(entries.slice(start, start + logged));
  return people.length;
};
