import { definePlugin } from '@balcao/sdk/server';
import { connectionDependents } from '@balcao/connections/contract';
import { contactMove, personalData } from '@balcao/contacts/contract';
import { agenda, outsideCalendar } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { agendaService } from './agenda-service.ts';
import { entryRoutes } from './entry/entry-routes.ts';
import { nextRoutes } from './entry/next-routes.ts';
import { remindJob } from './entry/remind-job.ts';
import { outsideEntries } from './entry/outside-entries.ts';
import { removalRoutes } from './entry/removal-routes.ts';
import { sourceRoutes } from './entry/source-routes.ts';
import { feedRoutes } from './feed/feed-routes.ts';
import { choiceRoutes } from './message/choice-routes.ts';
import { flowParts } from './flow-parts.ts';
import { mediaRoutes } from './message/media-routes.ts';
import { readingRoutes } from './message/reading-routes.ts';
import { sendJobs } from './message/send-jobs.ts';
import { writingRoutes } from './message/writing-routes.ts';
import { agendaMove, agendaOfPerson, messagesOfConnection } from './personal-data.ts';
import { rooms } from './rooms.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  setup(host) {
    readingRoutes(host);
    writingRoutes(host);
    mediaRoutes(host);
    choiceRoutes(host);
    entryRoutes(host);
    removalRoutes(host);
    sourceRoutes(host);
    nextRoutes(host);
    feedRoutes(host);
    rooms(host);
    sendJobs(host);
    remindJob(host);
    flowParts(host);
    host.provide(agenda, agendaService);
    host.provide(outsideCalendar, outsideEntries);
    host.contribute(personalData, agendaOfPerson);
    host.contribute(contactMove, agendaMove);
    host.contribute(connectionDependents, messagesOfConnection);
  },
});
