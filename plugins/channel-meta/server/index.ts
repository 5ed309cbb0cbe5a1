import { definePlugin } from '@balcao/sdk/server';
import { channelAdapter } from '@balcao/connections/contract';
import { personalData } from '@balcao/contacts/contract';
import { messageKind } from '@balcao/tickets/contract';
import { metaChannels } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { accountRoutes } from './account/account-routes.ts';
import { adapterOf } from './adapter.ts';
import { installationSettings } from './app/app.ts';
import { answerMessages } from './comments/message-kind.ts';
import { commentRoutes } from './comments/comment-routes.ts';
import { commentSwitch } from './comments/switch-route.ts';
import { facebookRoute } from './login/facebook-route.ts';
import { loginRoutes } from './login/login-routes.ts';
import { maintenanceJobs } from './maintenance-jobs.ts';
import { incomingMedia } from './media/incoming.ts';
import { dropFiles } from './media/upload.ts';
import { storyRoute } from './media/story-route.ts';
import { profilesOfPerson } from './people/personal-data.ts';
import { profileJob } from './people/profiles.ts';
import { threadRoutes } from './people/thread-routes.ts';
import { deletionRoutes } from './webhook/deletion-routes.ts';
import { waitingJobs } from './webhook/waiting.ts';
import { webhook } from './webhook/webhook.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  setup(host) {
    for (const channel of metaChannels) host.contribute(channelAdapter, adapterOf(channel));
    host.contribute(personalData, profilesOfPerson);
    installationSettings(host);
    loginRoutes(host);
    facebookRoute(host);
    accountRoutes(host);
    threadRoutes(host);
    commentSwitch(host);
    commentRoutes(host);
    host.contribute(messageKind, answerMessages);
    storyRoute(host);
    dropFiles(host);
    webhook(host);
    deletionRoutes(host);
    incomingMedia(host);
    waitingJobs(host);
    profileJob(host);
    maintenanceJobs(host);
  },
});
