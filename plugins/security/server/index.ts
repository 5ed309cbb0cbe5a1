import { auditName, definePlugin, loginStep, settingEffect } from '@balcao/sdk/server';
import { apiAddresses } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { apiAddressesService } from './addresses/api-addresses.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { peopleNames } from './audit/words.ts';
import { auditCleanupJob } from './audit/cleanup-job.ts';
import { signInNotice } from './mail/sign-in-notice.ts';
import { erasedFilesJob } from './privacy/erase.ts';
import { privacyRoutes } from './privacy/privacy-routes.ts';
import { retentionEffect } from './privacy/retention-effect.ts';
import { retentionJob } from './privacy/retention-job.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { twoStepLogin } from './two-step/login-step.ts';
import { twoStepRoutes } from './two-step/two-step-routes.ts';

export default definePlugin(manifest, {
  migrations,
  guarded: ['security.two_step', 'security.recovery_code'],
  setup(host) {
    twoStepRoutes(host);
    sessionRoutes(host);
    auditRoutes(host);
    privacyRoutes(host);
    auditCleanupJob(host);
    retentionJob(host);
    erasedFilesJob(host);
    signInNotice(host);
    host.contribute(auditName, peopleNames);
    host.contribute(loginStep, twoStepLogin);
    host.contribute(settingEffect, retentionEffect);
    host.provide(apiAddresses, apiAddressesService);
  },
});
