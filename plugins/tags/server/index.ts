import { auditName, definePlugin, z } from '@balcao/sdk/server';
import { assistantChoice, assistantTool } from '@balcao/assistant/contract';
import { personalData } from '@balcao/contacts/contract';
import { reportDimension } from '@balcao/reports/contract';
import { ticketListExtra, ticketListQuery } from '@balcao/tickets/contract';
import { tags, tagsRoom } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { tagTool } from './assistant-tool.ts';
import { tagNames } from './audit-names.ts';
import { bulkRoute } from './bulk-route.ts';
import { flowParts } from './flow-parts.ts';
import { tagsOfPerson } from './personal-data.ts';
import { readingRoutes } from './reading-routes.ts';
import { reportByTag } from './report-by-tag.ts';
import { suggestedTags } from './suggested-tags.ts';
import { syncRoute } from './sync-route.ts';
import { tagAlias } from './tag-alias.ts';
import { tagFilter } from './tag-filter.ts';
import { tagsExtra } from './tags-extra.ts';
import { tagsService } from './tags-service.ts';
import { writingRoutes } from './writing-routes.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  audited: ['tags.tag'],
  setup(host) {
    readingRoutes(host);
    writingRoutes(host);
    syncRoute(host);
    bulkRoute(host);
    flowParts(host);
    host.provide(tags, tagsService);
    host.room(tagsRoom, { params: z.object({}), may: () => true, aliases: [tagAlias] });
    host.contribute(assistantTool, tagTool);
    host.contribute(assistantChoice, suggestedTags);
    host.contribute(ticketListQuery, tagFilter);
    host.contribute(ticketListExtra, tagsExtra);
    host.contribute(auditName, tagNames);
    host.contribute(personalData, tagsOfPerson);
    host.contribute(reportDimension, reportByTag);
  },
});
