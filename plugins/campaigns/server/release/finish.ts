import { sql, type Scope } from '@balcao/sdk/server';
import { publishCampaign } from '../campaign/changed.ts';
import { publishProgress } from './pause.ts';

/** Ends a campaign in which nobody waits, is asked or is on the way any more. */
export const finish = (scope: Scope, campaignId: number): Promise<boolean> =>
  scope.tx(async (inner) => {
    const ended = await inner.sql.run(
      sql`update campaigns.campaign c
             set status = 'FINALIZADA', completed_at = now(), updated_at = now(), version = version + 1, pause_reason = null,
                 pause_until = null, pause_detail = null
           where c.id = ${campaignId} and c.status = 'EM_ANDAMENTO' and c.frozen_at is not null
             and not exists (select 1 from campaigns.recipient r where r.campaign_id = c.id
                               and r.state in ('waiting', 'asked', 'confirmed', 'released'))`,
    );
    if (ended === 0) return false;
    await inner.sql.run(sql`select campaigns.fold(${campaignId}::int)`);
    await publishCampaign(inner, campaignId);
    await publishProgress(inner, campaignId);
    return true;
  });
