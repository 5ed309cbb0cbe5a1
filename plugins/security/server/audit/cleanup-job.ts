import { job } from '@balcao/sdk/contract';
import { auditLog, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { monthsAgo } from '../privacy/months-ago.ts';

const forgetOld = job<object>('security.audit.forget');

/** Deletes audit entries older than the company's retention time. */
export const auditCleanupJob = (host: Host<typeof manifest>): void => {
  host.job(forgetOld, {
    data: z.object({}),
    every: '1 day',
    async handle(_data, scope) {
      await scope.use(auditLog).deleteBefore(monthsAgo(scope.settings.get<number>('auditMonths')));
    },
  });
};
