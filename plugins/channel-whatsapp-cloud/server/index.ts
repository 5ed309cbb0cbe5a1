import { definePlugin } from '@balcao/sdk/server';
import { channelAdapter, channelTemplate } from '@balcao/connections/contract';
import { messagingLimits } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { accountRoutes } from './account/account-routes.ts';
import { adapter } from './adapter.ts';
import { checkRoutes } from './check/check-routes.ts';
import { maintenanceJobs } from './maintenance-jobs.ts';
import { incomingMedia } from './media/incoming.ts';
import { offeredTemplates } from './templates/offered.ts';
import { sendRoutes } from './templates/send-routes.ts';
import { templateRoutes } from './templates/template-routes.ts';
import { messagingLimitsService } from './webhook/preferences.ts';
import { webhook } from './webhook/webhook.ts';

export default definePlugin(manifest, {
  migrations,
  setup(host) {
    host.contribute(channelAdapter, adapter);
    host.contribute(channelTemplate, offeredTemplates);
    maintenanceJobs(host);
    accountRoutes(host);
    checkRoutes(host);
    templateRoutes(host);
    sendRoutes(host);
    webhook(host);
    host.provide(messagingLimits, messagingLimitsService);
    incomingMedia(host);
  },
});
