import { definePlugin } from '@balcao/sdk/server';
import { channelAdapter, connectionChanged } from '@balcao/connections/contract';
import { personalData } from '@balcao/contacts/contract';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { adapter } from './adapter.ts';
import { openNewSite } from './open-new-site.ts';
import { visitorsOfPerson } from './personal-data.ts';
import { visitorRoomRoutes } from './room.ts';
import { siteRoutes } from './site-routes.ts';
import { visitorRoutes } from './visitor-routes.ts';

export default definePlugin(manifest, {
  migrations,
  setup(host) {
    visitorRoutes(host);
    siteRoutes(host);
    visitorRoomRoutes(host);
    host.contribute(channelAdapter, adapter);
    host.contribute(personalData, visitorsOfPerson);
    host.on(connectionChanged, 'open', openNewSite);
  },
});
