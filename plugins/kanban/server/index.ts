import { definePlugin, z } from '@balcao/sdk/server';
import { assistantTool } from '@balcao/assistant/contract';
import { personalData } from '@balcao/contacts/contract';
import { ticketListExtra, ticketListQuery } from '@balcao/tickets/contract';
import { boards, removeLanes, sendFollowUps } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { recordStays } from '../migrations/routines/record-stays.ts';
import { cardTool } from './assistant-tool.ts';
import { boardRoutes } from './board/board-routes.ts';
import { laneRoutes } from './board/lane-routes.ts';
import { removeDeletedLanes } from './board/remove-deleted-lanes.ts';
import { settingsRoutes } from './board/settings-routes.ts';
import { publishFirstLanes, boardsService } from './boards.ts';
import { cardRoutes } from './card/card-routes.ts';
import { valueListener } from './card/value-listener.ts';
import { followUpsDue, performAllDue } from './follow-up/due.ts';
import { flowParts } from './flow-parts.ts';
import { followUpRoutes } from './follow-up/follow-up-routes.ts';
import { followUpListeners } from './follow-up/listeners.ts';
import { laneFilter } from './lane-filter.ts';
import { numbersRoutes } from './numbers/numbers-routes.ts';
import { lanesOfPerson } from './personal-data.ts';
import { laneExtra } from './lane-extra.ts';
import { rooms } from './rooms.ts';
import { routes } from './routes.ts';

export default definePlugin(manifest, {
  migrations,
  routines: [recordStays],
  setup(host) {
    routes(host);
    boardRoutes(host);
    settingsRoutes(host);
    laneRoutes(host);
    cardRoutes(host);
    followUpRoutes(host);
    numbersRoutes(host);
    rooms(host);
    valueListener(host);
    followUpListeners(host);
    flowParts(host);
    host.job(sendFollowUps, {
      data: z.object({}),
      every: '1 minute',
      due: followUpsDue,
      handle: (_data, scope) => performAllDue(scope),
    });
    host.job(removeLanes, {
      data: z.object({}),
      every: '1 hour',
      handle: async (_data, scope) => {
        await removeDeletedLanes(scope);
      },
    });
    host.onEnabled(publishFirstLanes);
    host.provide(boards, boardsService);
    host.contribute(assistantTool, cardTool);
    host.contribute(ticketListQuery, laneFilter);
    host.contribute(ticketListExtra, laneExtra);
    host.contribute(personalData, lanesOfPerson);
  },
});
