import { definePlugin } from '@balcao/sdk/server';
import { doNotContact } from '@balcao/contact-lists/contract';
import { connectionDependents } from '@balcao/connections/contract';
import { contactMove, personalData } from '@balcao/contacts/contract';
import { ticketAutomation } from '@balcao/tickets/contract';
import { optOuts } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations, routines } from '../migrations/index.ts';
import { campaignAutomation } from './answers/automation.ts';
import { listeners } from './answers/listeners.ts';
import { freezeJob } from './audience/freeze-job.ts';
import { trialRoutes } from './audience/trial-routes.ts';
import { connectionRoute } from './campaign/connection-route.ts';
import { mediaRoutes } from './campaign/media-routes.ts';
import { readingRoutes } from './campaign/reading-routes.ts';
import { statusRoutes } from './campaign/status-routes.ts';
import { writingRoutes } from './campaign/writing-routes.ts';
import { campaignsOfConnection } from './dependents.ts';
import { optOutRoutes } from './opt-outs/opt-out-routes.ts';
import { optedOutPeople, optOutService } from './opt-outs/opt-outs.ts';
import { campaignsMove, campaignsOfPerson } from './personal-data.ts';
import { dueJob } from './release/due-job.ts';
import { runnerSession } from './release/runner.ts';
import { reportRoutes } from './report/report-routes.ts';
import { rooms } from './rooms.ts';
import { settingRoutes } from './settings/setting-routes.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  setup(host) {
    readingRoutes(host);
    trialRoutes(host);
    writingRoutes(host);
    statusRoutes(host);
    connectionRoute(host);
    mediaRoutes(host);
    reportRoutes(host);
    settingRoutes(host);
    optOutRoutes(host);
    rooms(host);
    freezeJob(host);
    dueJob(host);
    runnerSession(host);
    listeners(host);
    host.provide(optOuts, optOutService);
    host.contribute(ticketAutomation, campaignAutomation);
    host.contribute(doNotContact, optedOutPeople);
    host.contribute(personalData, campaignsOfPerson);
    host.contribute(contactMove, campaignsMove);
    host.contribute(connectionDependents, campaignsOfConnection);
  },
});
