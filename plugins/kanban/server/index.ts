import { definePlugin } from '@balcao/sdk/server';
import { personalData } from '@balcao/contacts/contract';
import { ticketListExtra, ticketListQuery } from '@balcao/tickets/contract';
import { boards } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { boardRoutes } from './board/board-routes.ts';
import { publishFirstLanes, boardsService } from './boards.ts';
import { laneFilter } from './lane-filter.ts';
import { lanesOfPerson } from './personal-data.ts';
import { laneExtra } from './lane-extra.ts';
import { routes } from './routes.ts';

export default definePlugin(manifest, {
  migrations,
  setup(host) {
    routes(host);
    boardRoutes(host);
    host.onEnabled(publishFirstLanes);
    host.provide(boards, boardsService);
    host.contribute(ticketListQuery, laneFilter);
    host.contribute(ticketListExtra, laneExtra);
    host.contribute(personalData, lanesOfPerson);
  },
});
