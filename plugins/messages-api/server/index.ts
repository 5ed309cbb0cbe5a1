import { definePlugin, job, tokenCheck, z } from '@balcao/sdk/server';
import { connectionTokenIssuer } from '@balcao/connections/contract';
import { deliveryDue, webhookEvent, webhooks } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { docsRoutes } from './docs/docs-routes.ts';
import { deleteOldAnswers } from './send/idempotency.ts';
import { sendRoutes } from './send/send-routes.ts';
import { fromAllowedAddress } from './tokens/allow-list.ts';
import { tokenRoutes } from './tokens/token-routes.ts';
import { tokenIssuer } from './tokens/tokens.ts';
import { deliver } from './webhooks/deliver.ts';
import { deleteOldDeliveries } from './webhooks/log.ts';
import { ownEvents } from './webhooks/own-events.ts';
import { webhooksService } from './webhooks/publish.ts';
import { replayingRest } from './webhooks/replay.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';

const tidy = job<Record<string, never>>('messages-api:tidy');

export default definePlugin(manifest, {
  migrations,
  audited: ['messages_api.webhook'],
  setup(host) {
    tokenRoutes(host);
    sendRoutes(host);
    webhookRoutes(host);
    docsRoutes(host);
    host.provide(webhooks, webhooksService);
    host.open(webhookEvent);
    ownEvents(host);
    host.on(deliveryDue, 'call', deliver);
    replayingRest(host);
    host.contribute(tokenCheck, fromAllowedAddress);
    host.contribute(connectionTokenIssuer, tokenIssuer);
    host.job(tidy, {
      data: z.object({}),
      every: '1 hour',
      handle: async (_data, scope) => {
        await deleteOldAnswers(scope);
        await deleteOldDeliveries(scope);
      },
    });
  },
});
