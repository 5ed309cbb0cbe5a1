import { definePlugin, userChanged, z } from '@balcao/sdk/server';
import { firstStep } from '@balcao/first-steps/contract';
import { quickMessages, quickMessagesRoom } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { firstQuickReply } from './first-step.ts';
import { transferSharedMessages } from './deleted-owners.ts';
import { mediaRoutes } from './media-routes.ts';
import { readingRoutes } from './reading-routes.ts';
import { sendRoute } from './send-route.ts';
import { shareRoutes } from './share-routes.ts';
import { quickMessagesService } from './quick-messages-service.ts';
import { writingRoutes } from './writing-routes.ts';

export default definePlugin(manifest, {
  migrations,
  setup(host) {
    host.contribute(firstStep, firstQuickReply);
    readingRoutes(host);
    writingRoutes(host);
    mediaRoutes(host);
    shareRoutes(host);
    sendRoute(host);
    host.provide(quickMessages, quickMessagesService);
    host.room(quickMessagesRoom, {
      params: z.object({ userId: z.number().int().positive() }),
      may: ({ userId }, scope) => userId === scope.user.id,
    });
    host.on(userChanged, 'deleted-owners', async ({ action }, scope) => {
      if (action === 'delete') await transferSharedMessages(scope);
    });
  },
});
