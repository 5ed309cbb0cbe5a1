import { conflict, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import type { CampaignStatus } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { keepRunner, wakeRunner } from '../release/wake.ts';
import { assertComplete, connectionOf } from './campaign-form.ts';
import { id, output, params, requireCampaign, storedCampaign } from './campaign-view.ts';
import { publishCampaign } from './changed.ts';
import { refuseStatus } from './start.ts';
import { takeBack } from './take-back.ts';

const movable: readonly CampaignStatus[] = ['EM_ANDAMENTO', 'CANCELADA'];

/** A connection that reaches numbers, with the templates that the campaign sends. */
const assertFits = async (scope: Scope, campaignId: number, whatsappId: number): Promise<void> => {
  const connection = await connectionOf(scope, whatsappId);
  const adapter = scope.use(connections).adapter(connection);
  if (adapter?.identityKind !== 'phone') throw conflict('ERR_CAMPAIGN_CHANNEL');
  const campaign = await requireCampaign(scope, campaignId);
  await assertComplete(scope, { ...campaign, whatsappId }, { wasScheduledAt: campaign.scheduledAt });
};

/** Refuses a move that another person was faster with, or that the status does not allow any more. */
const refuseMove = async (scope: Scope, campaignId: number): Promise<never> => {
  const { status, connectionId } = await storedCampaign(scope, campaignId);
  if (!movable.includes(status)) return refuseStatus(scope, campaignId);
  throw conflict('ERR_CAMPAIGN_CHANGED', { status, whatsappId: connectionId });
};

export const connectionRoute = (host: Host<typeof manifest>): void => {
  host.route('POST', '/campaigns/:id/connection', {
    access: 'campaigns:view',
    audit: 'campaigns.moved',
    summary:
      'Sends the rest of a running or cancelled campaign by another connection. Who got the message gets it not again; questions stay where they were asked. `from`: the connection that it was moved away from, as the caller saw it; ERR_CAMPAIGN_CHANGED (409) with the present one when somebody else was faster.',
    input: { params, body: z.object({ whatsappId: id, from: id.optional() }) },
    output,
    handle: async ({ params: { id: wanted }, body: { whatsappId, from } }, scope) => {
      const before = await storedCampaign(scope, wanted);
      if (from !== undefined && before.connectionId !== from) await refuseMove(scope, wanted);
      await assertFits(scope, wanted, whatsappId);
      await scope.tx(async (inner) => {
        const changed = await inner.sql.run(
          sql`update campaigns.campaign
                 set connection_id = ${whatsappId}, updated_at = now(), version = version + 1, guard_since = now(),
                     pause_reason = case when status = 'EM_ANDAMENTO' and frozen_at is null then 'preparing' end,
                     pause_until = null, pause_detail = null, paused_at = now()
               where id = ${wanted} and status = any(${[...movable]}::text[])
                 and connection_id is not distinct from ${before.connectionId}::int`,
        );
        if (changed === 0) await refuseMove(inner, wanted);
        // Messages that wait for the former connection would leave by it whenever it comes back.
        await takeBack(inner, wanted);
        await inner.audit({ action: 'campaigns.moved', subject: before.name });
        await publishCampaign(inner, wanted);
      });
      if (before.connectionId !== null) await keepRunner(scope, before.connectionId);
      await keepRunner(scope, whatsappId);
      await wakeRunner(scope, whatsappId);
      return requireCampaign(scope, wanted);
    },
  });
};
