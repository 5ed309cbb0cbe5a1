import { conflict, sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { freezeAudience, type CampaignStatus } from '../../contract.ts';
import { publishCampaign } from './changed.ts';
import { storedCampaign } from './campaign-view.ts';

/** Refuses a change that another person, or the time, was faster with. The present status is part of the answer. */
export const refuseStatus = async (scope: Scope, id: number): Promise<never> => {
  const { status } = await storedCampaign(scope, id);
  throw conflict('ERR_CAMPAIGN_STATUS', { status });
};

/** Changes the status if it is still the expected one. */
export const changeStatus = async (
  scope: Scope,
  id: number,
  from: CampaignStatus,
  to: CampaignStatus,
): Promise<boolean> => {
  const changed = await scope.sql.run(
    sql`update campaigns.campaign
           set status = ${to}, updated_at = now(), version = version + 1,
               started_at = case when ${to} = 'EM_ANDAMENTO' then coalesce(started_at, now()) else started_at end,
               cancelled_at = case when ${to} = 'CANCELADA' then now() end,
               cancelled_by = case when ${to} = 'CANCELADA' then ${scope.user?.id ?? null}::int end,
               completed_at = case when ${to} = 'FINALIZADA' then now() end,
               guard_since = case when ${to} = 'EM_ANDAMENTO' then now() else guard_since end,
               pause_reason = case when ${to} = 'EM_ANDAMENTO' and frozen_at is null then 'preparing' end,
               pause_until = null, pause_detail = null, paused_at = now()
         where id = ${id} and status = ${from}`,
  );
  return changed > 0;
};

/**
 * Begins or continues a campaign in the caller's transaction: its audience is written down by a job, where it is not
 * yet. Receipts are asked for, and a runner is wanted by the caller after the commit.
 */
export const startCampaign = async (scope: Scope, id: number, from: CampaignStatus): Promise<boolean> => {
  if (!(await changeStatus(scope, id, from, 'EM_ANDAMENTO'))) return false;
  await scope.use(tickets).watchStatus('campaigns', true);
  await scope.jobs.schedule(freezeAudience, { campaignId: id }, { key: String(id) });
  await publishCampaign(scope, id);
  return true;
};
