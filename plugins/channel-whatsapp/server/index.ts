import { definePlugin } from '@balcao/sdk/server';
import { channelAdapter } from '@balcao/connections/contract';
import { personalData } from '@balcao/contacts/contract';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { adapter } from './adapter.ts';
import { connectionSession } from './connection/connection-session.ts';
import { retryOpeningJob } from './connection/retry-opening.ts';
import { runConnection } from './connection/run-connection.ts';
import { Workers } from './connection/workers.ts';
import { knownPerson } from './people/personal-data.ts';
import { routes } from './routes.ts';

export default definePlugin(manifest, {
  migrations,
  setup(host) {
    routes(host);
    host.contribute(channelAdapter, adapter);
    host.contribute(personalData, knownPerson);
    retryOpeningJob(host);
    host.session(connectionSession, { run: runConnection(new Workers()) });
  },
});
