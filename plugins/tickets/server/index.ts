import { definePlugin, resourceCount, sql, userChanged, z } from '@balcao/sdk/server';
import { firstStep } from '@balcao/first-steps/contract';
import { channelInbox, connectionChanged, connectionDependents } from '@balcao/connections/contract';
import { contactMove, numberCheck, personalData } from '@balcao/contacts/contract';
import { queueDependents } from '@balcao/queues/contract';
import {
  messageChanged,
  messageKind,
  messageQueued,
  messageReceived,
  ticketChanged,
  ticketRead,
  tickets,
} from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { firstAnswer } from './first-step.ts';
import { bulkRoutes } from './bulk/bulk-routes.ts';
import { Batches } from './channel/batches.ts';
import { bulkDue, releaseBulk } from './channel/release-bulk.ts';
import { delivering, requeueWaiting } from './channel/deliver.ts';
import { inboxOf } from './channel/inbox.ts';
import { checkOnChannel } from './channel/number-check.ts';
import { sendChange } from './channel/outbound-changes.ts';
import { notifyChannelRead, notifyChannelState } from './channel/notify-channel.ts';
import { moveConversations } from './contact-move.ts';
import { onConnection, onQueue } from './dependents.ts';
import { historyRoutes } from './history/history-routes.ts';
import { listRoutes } from './list/list-routes.ts';
import { rooms } from './live/rooms.ts';
import { markRoutes } from './marks/mark-routes.ts';
import { builtInKinds } from './message/kinds/built-in.ts';
import { messageRoutes } from './message/message-routes.ts';
import { noteRoutes } from './notes/note-routes.ts';
import { notices } from './notices/index.ts';
import { returnOrphans } from './orphans.ts';
import { conversations } from './personal-data.ts';
import { points } from './points.ts';
import { followRules } from './rules/follow-rules.ts';
import { greet, greetJob } from './rules/greeting.ts';
import { sweep, sweepConversations, sweepDue } from './rules/sweep.ts';
import { previewRoutes } from './preview/preview-routes.ts';
import { searchRoutes } from './search/search-routes.ts';
import { settingRoutes } from './setting-routes.ts';
import { logRoutes } from './ticket/log-routes.ts';
import { ticketRoutes } from './ticket/ticket-routes.ts';
import { ticketsService } from './tickets-service.ts';
import { viewRoutes } from './views/view-routes.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  setup(host) {
    host.contribute(firstStep, firstAnswer);
    host.contribute(resourceCount, {
      id: 'tickets',
      count: async (scope) =>
        (await scope.sql.one<{ held: number }>(sql`select count(*)::int as held from tickets.ticket`))?.held ?? 0,
    });
    listRoutes(host);
    // Registered before the routes of one conversation, because `:id` would match these names.
    viewRoutes(host);
    bulkRoutes(host);
    markRoutes(host);
    ticketRoutes(host);
    logRoutes(host);
    searchRoutes(host);
    messageRoutes(host);
    previewRoutes(host);
    noteRoutes(host);
    historyRoutes(host);
    settingRoutes(host);
    rooms(host);
    points(host);
    notices(host);
    host.provide(tickets, ticketsService);
    host.provide(channelInbox, inboxOf(new Batches()));
    host.contribute(numberCheck, checkOnChannel);
    host.contribute(contactMove, moveConversations);
    host.contribute(personalData, conversations);
    for (const kind of builtInKinds) host.contribute(messageKind, kind);
    host.contribute(connectionDependents, onConnection);
    host.contribute(queueDependents, onQueue);
    host.on(messageReceived, 'rules', followRules);
    host.job(sweep, {
      data: z.object({}),
      every: '1 minute',
      due: sweepDue,
      handle: (_data, scope) => sweepConversations(scope),
    });
    host.job(greet, greetJob);
    host.on(messageQueued, 'send', delivering());
    host.on(bulkDue, 'bulk', releaseBulk);
    host.on(messageChanged, 'change', sendChange);
    host.on(ticketRead, 'channel', ({ ticketId, externalIds }, scope) =>
      notifyChannelRead(scope, ticketId, externalIds),
    );
    host.on(ticketChanged, 'standing', async ({ ticketId, action }, scope) => {
      if (action === 'create' || action === 'resolve' || action === 'reopen') await notifyChannelState(scope, ticketId);
    });
    host.on(connectionChanged, 'requeue', async ({ connectionId, status, action }, scope) => {
      if (action !== 'delete' && status === 'CONNECTED') await requeueWaiting(scope, connectionId);
    });
    host.on(userChanged, 'orphans', async ({ action }, scope) => {
      if (action === 'delete') await returnOrphans(scope);
    });
  },
});
