import { definePlugin, z } from '@balcao/sdk/server';
import { personalData } from '@balcao/contacts/contract';
import { knowledge, knowledgeRoom } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { answerRoutes } from './conversation/answer-routes.ts';
import { automationParts } from './conversation/automation.ts';
import { flowParts } from './conversation/flow-node.ts';
import { turnJobs } from './conversation/turns.ts';
import { openChoices } from './copilot/choices.ts';
import { acceptanceRoute } from './copilot/acceptance-route.ts';
import { copilotRoutes } from './copilot/copilot-routes.ts';
import { rewriteRoutes } from './copilot/rewrite-routes.ts';
import { evaluationJob } from './evaluation/evaluate-job.ts';
import { evaluationRoutes } from './evaluation/evaluation-routes.ts';
import { goldenRoutes } from './evaluation/golden-routes.ts';
import { askRoutes } from './knowledge/ask-route.ts';
import { vectors } from './knowledge/embed.ts';
import { proposalJobs } from './growth/propose-job.ts';
import { proposalRoutes } from './growth/proposal-routes.ts';
import { faqRoutes } from './knowledge/faq-routes.ts';
import { gapRoutes } from './knowledge/gap-routes.ts';
import { readingJobs } from './knowledge/read-source.ts';
import { knowledgeService } from './knowledge/search.ts';
import { sourceRoutes } from './knowledge/source-routes.ts';
import { outcomeParts } from './outcomes/outcomes.ts';
import { dataOfContact } from './personal-data.ts';
import { profileRoutes } from './profile/profile-routes.ts';
import { openTools } from './tools/tools.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  setup(host) {
    openTools(host);
    openChoices(host);
    sourceRoutes(host);
    faqRoutes(host);
    gapRoutes(host);
    askRoutes(host);
    proposalRoutes(host);
    proposalJobs(host);
    readingJobs(host);
    profileRoutes(host);
    answerRoutes(host);
    copilotRoutes(host);
    rewriteRoutes(host);
    acceptanceRoute(host);
    outcomeParts(host);
    goldenRoutes(host);
    evaluationRoutes(host);
    evaluationJob(host);
    turnJobs(host);
    automationParts(host);
    flowParts(host);
    host.cache(vectors);
    host.room(knowledgeRoom, { params: z.object({}), may: (_params, scope) => scope.can('assistant:view') });
    host.contribute(personalData, dataOfContact);
    host.provide(knowledge, knowledgeService);
  },
});
