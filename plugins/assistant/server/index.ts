import { definePlugin, z } from '@balcao/sdk/server';
import { knowledge, knowledgeRoom } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { askRoutes } from './knowledge/ask-route.ts';
import { vectors } from './knowledge/embed.ts';
import { faqRoutes } from './knowledge/faq-routes.ts';
import { gapRoutes } from './knowledge/gap-routes.ts';
import { readingJobs } from './knowledge/read-source.ts';
import { knowledgeService } from './knowledge/search.ts';
import { sourceRoutes } from './knowledge/source-routes.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  setup(host) {
    sourceRoutes(host);
    faqRoutes(host);
    gapRoutes(host);
    askRoutes(host);
    readingJobs(host);
    host.cache(vectors);
    host.room(knowledgeRoom, { params: z.object({}), may: (_params, scope) => scope.can('assistant:view') });
    host.provide(knowledge, knowledgeService);
  },
});
