import { job } from '@balcao/sdk/contract';
import { z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { eraseBefore } from './erase.ts';
import { monthsAgo } from './months-ago.ts';

const retention = job<object>('security.retention');

/** Erases data older than the company's retention, every night. */
export const retentionJob = (host: Host<typeof manifest>): void => {
  host.job(retention, {
    data: z.object({}),
    every: '40 3 * * *',
    async handle(_data, scope) {
      const months = scope.settings.get<number>('retentionMonths');
      if (months === 0) return;
      const count = await eraseBefore(monthsAgo(months), scope);
      if (count > 0) await scope.audit({ action: 'privacy.retention', detail: { erased: count, months } });
    },
  });
};
