import { definePlugin } from '@balcao/sdk/server';
import { personalData } from '@balcao/contacts/contract';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { accountRoutes } from './account/account-routes.ts';
import { installationSettings } from './consent/client.ts';
import { consentRoutes } from './consent/consent-routes.ts';
import { lossesOfPerson } from './personal-data.ts';
import { syncJobs } from './sync/jobs.ts';
import { lossRoutes } from './sync/loss-routes.ts';
import { pushRoute } from './sync/push-route.ts';

export default definePlugin(manifest, {
  migrations,
  setup(host) {
    installationSettings(host);
    consentRoutes(host);
    accountRoutes(host);
    pushRoute(host);
    lossRoutes(host);
    syncJobs(host);
    host.contribute(personalData, lossesOfPerson);
  },
});
