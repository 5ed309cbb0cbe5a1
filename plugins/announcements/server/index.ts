import { definePlugin, z } from '@balcao/sdk/server';
import { announcementsRoom } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { announcementAlias } from './announcement-alias.ts';
import { mediaRoutes } from './media-routes.ts';
import { readingRoutes } from './reading-routes.ts';
import { writingRoutes } from './writing-routes.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  platformTables: ['announcements.announcement'],
  setup(host) {
    readingRoutes(host);
    writingRoutes(host);
    mediaRoutes(host);
    host.room(announcementsRoom, { params: z.object({}), may: () => true, aliases: [announcementAlias] });
  },
});
