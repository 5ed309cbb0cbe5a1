import { definePlugin, userChanged } from '@balcao/sdk/server';
import { channelInbox, connectionChanged } from '@balcao/connections/contract';
import { numberCheck } from '@balcao/contacts/contract';
import { messageQueued, ticketRead, tickets } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { deliver, requeueWaiting } from './channel/deliver.ts';
import { inbox } from './channel/inbox.ts';
import { checkOnChannel } from './channel/number-check.ts';
import { tellRead } from './channel/tell-channel.ts';
import { listRoutes } from './list/list-routes.ts';
import { rooms } from './live/rooms.ts';
import { messageRoutes } from './message/message-routes.ts';
import { returnOrphans } from './orphans.ts';
import { points } from './points.ts';
import { settingRoutes } from './setting-routes.ts';
import { ticketRoutes } from './ticket/ticket-routes.ts';
import { ticketsService } from './tickets-service.ts';

export default definePlugin(manifest, {
  migrations,
  setup(host) {
    listRoutes(host);
    ticketRoutes(host);
    messageRoutes(host);
    settingRoutes(host);
    rooms(host);
    points(host);
    host.provide(tickets, ticketsService);
    host.provide(channelInbox, inbox);
    host.contribute(numberCheck, checkOnChannel);
    host.on(messageQueued, 'send', deliver);
    host.on(ticketRead, 'channel', ({ ticketId, externalIds }, scope) => tellRead(scope, ticketId, externalIds));
    host.on(connectionChanged, 'requeue', async ({ connectionId, status, action }, scope) => {
      if (action !== 'delete' && status === 'CONNECTED') await requeueWaiting(scope, connectionId);
    });
    host.on(userChanged, 'orphans', async ({ action }, scope) => {
      if (action === 'delete') await returnOrphans(scope);
    });
  },
});
