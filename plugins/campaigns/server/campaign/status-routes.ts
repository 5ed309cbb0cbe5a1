import { conflict, sql, type Host } from '@balcao/sdk/server';
import { heldReasons } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { keepRunner, wakeRunner } from '../release/wake.ts';
import { output, params, requireCampaign, storedCampaign } from './campaign-view.ts';
import { publishCampaign } from './changed.ts';
import { changeStatus, refuseStatus, startCampaign } from './start.ts';
import { takeBack } from './take-back.ts';

export const statusRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/campaigns/:id/cancel', {
    access: 'campaigns:view',
    audit: 'campaigns.cancelled',
    summary: 'Stops a running campaign. Nothing is released afterwards; at most what is already on its way arrives.',
    input: { params },
    output,
    handle: async ({ params: { id } }, scope) => {
      const stored = await storedCampaign(scope, id);
      await scope.tx(async (inner) => {
        if (!(await changeStatus(inner, id, 'EM_ANDAMENTO', 'CANCELADA'))) await refuseStatus(inner, id);
        await takeBack(inner, id);
        await inner.audit({ action: 'campaigns.cancelled', subject: stored.name });
        await publishCampaign(inner, id);
      });
      if (stored.connectionId !== null) await keepRunner(scope, stored.connectionId);
      return requireCampaign(scope, id);
    },
  });

  host.route('POST', '/campaigns/:id/restart', {
    access: 'campaigns:view',
    audit: 'campaigns.restarted',
    summary: 'Continues a cancelled campaign with those who have had nothing yet; audience and variants stay.',
    input: { params },
    output,
    handle: async ({ params: { id } }, scope) => {
      const stored = await storedCampaign(scope, id);
      if (stored.connectionId === null) throw conflict('ERR_NO_WAPP_FOUND');
      await scope.tx(async (inner) => {
        if (!(await startCampaign(inner, id, 'CANCELADA'))) await refuseStatus(inner, id);
        await inner.audit({ action: 'campaigns.restarted', subject: stored.name });
      });
      await keepRunner(scope, stored.connectionId);
      await wakeRunner(scope, stored.connectionId);
      return requireCampaign(scope, id);
    },
  });

  host.route('POST', '/campaigns/:id/continue', {
    access: 'campaigns:view',
    audit: 'campaigns.continued',
    summary:
      'Continues a running campaign that waits for a decision, such as after many failures. They no longer count.',
    input: { params },
    output,
    handle: async ({ params: { id } }, scope) => {
      const stored = await storedCampaign(scope, id);
      await scope.tx(async (inner) => {
        const changed = await inner.sql.run(
          sql`update campaigns.campaign
                 set pause_reason = null, pause_until = null, pause_detail = null, guard_since = now(), updated_at = now()
               where id = ${id} and status = 'EM_ANDAMENTO' and pause_reason = any(${[...heldReasons]}::text[])`,
        );
        if (changed === 0) await refuseStatus(inner, id);
        await inner.audit({
          action: 'campaigns.continued',
          subject: stored.name,
          detail: { reason: stored.pauseReason },
        });
        await publishCampaign(inner, id);
      });
      if (stored.connectionId !== null) await wakeRunner(scope, stored.connectionId);
      return requireCampaign(scope, id);
    },
  });
};
