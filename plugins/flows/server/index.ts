import { definePlugin, z } from '@balcao/sdk/server';
import { connectionDependents } from '@balcao/connections/contract';
import { personalData } from '@balcao/contacts/contract';
import { queueDependents, queueExtra } from '@balcao/queues/contract';
import { messageQueued, ticketAutomation, ticketChanged, ticketListExtra } from '@balcao/tickets/contract';
import { flowNode, flowNodeForm, flows, flowSessionStarted, flowTrigger, flowVariable } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { flowAutomation } from './automation.ts';
import { checkNode, checkVariable } from './contributions.ts';
import { advance } from './engine/advance.ts';
import {
  doWork,
  rollUp,
  runOccasion,
  sweepSessions,
  wakeDueSessions,
  wakeSession,
  watchCalendar,
} from './engine/jobs.ts';
import { personTakesOver, personWrites } from './engine/person-takes-over.ts';
import { sweep, sweepDue } from './engine/sweep.ts';
import { wakeDue } from './engine/wake-due.ts';
import { workOn } from './engine/work.ts';
import { flowExtra, flowOfQueue, flowsToQueue, wordsOfConnection } from './extras.ts';
import { compiledVersions } from './flow-store.ts';
import { flowsService } from './flows-service.ts';
import { builtInNodes } from './nodes/index.ts';
import { rollUpDays } from './numbers/roll-up.ts';
import { calendarOccasions } from './occasions/offered.ts';
import { calendarDue, lookAtCalendar, startAtOccasion } from './occasions/run.ts';
import { sessionsOfPerson } from './personal-data.ts';
import { rooms } from './rooms.ts';
import { answerRoutes } from './routes/answer-routes.ts';
import { catalogueRoutes } from './routes/catalogue-routes.ts';
import { flowRoutes } from './routes/flow-routes.ts';
import { keywordRoutes } from './routes/keyword-routes.ts';
import { listNumberRoutes } from './routes/list-number-routes.ts';
import { numberRoutes } from './routes/number-routes.ts';
import { simulatorRoutes } from './routes/simulator-routes.ts';
import { ticketRoutes } from './routes/ticket-routes.ts';
import { transferRoutes } from './routes/transfer-routes.ts';
import { triesRoutes } from './routes/tries-routes.ts';
import { versionRoutes } from './routes/version-routes.ts';

export default definePlugin(manifest, {
  migrations,
  setup(host) {
    host.cache(compiledVersions);
    host.open(flowNode, checkNode);
    host.open(flowNodeForm);
    host.open(flowVariable, checkVariable);
    host.open(flowTrigger);
    for (const node of builtInNodes) host.contribute(flowNode, node);
    for (const occasion of calendarOccasions) host.contribute(flowTrigger, occasion);

    catalogueRoutes(host);
    transferRoutes(host);
    simulatorRoutes(host);
    flowRoutes(host);
    versionRoutes(host);
    numberRoutes(host);
    answerRoutes(host);
    listNumberRoutes(host);
    triesRoutes(host);
    keywordRoutes(host);
    ticketRoutes(host);
    rooms(host);

    host.provide(flows, flowsService);
    host.contribute(ticketAutomation, flowAutomation);
    host.contribute(ticketListExtra, flowExtra);
    host.contribute(queueExtra, flowOfQueue);
    host.contribute(queueDependents, flowsToQueue);
    host.contribute(connectionDependents, wordsOfConnection);
    host.contribute(personalData, sessionsOfPerson);

    host.on(ticketChanged, 'person-takes-over', personTakesOver);
    host.on(messageQueued, 'person-writes', personWrites);
    host.on(flowSessionStarted, 'speak', ({ sessionId }, scope) => advance(scope, sessionId, { kind: 'wake' }));
    const session = { sessionId: z.number() };
    host.job(wakeSession, {
      data: z.object(session),
      handle: ({ sessionId }, scope) => advance(scope, sessionId, { kind: 'wake' }),
    });
    host.job(wakeDueSessions, { data: z.object({}), handle: (_data, scope) => wakeDue(scope) });
    host.job(doWork, { data: z.object({ ...session, token: z.string(), attempt: z.number() }), handle: workOn });
    host.job(sweepSessions, {
      data: z.object({}),
      every: '1 minute',
      due: sweepDue,
      handle: (_data, scope) => sweep(scope),
    });
    host.job(watchCalendar, {
      data: z.object({}),
      every: '1 minute',
      due: calendarDue,
      handle: (_data, scope) => lookAtCalendar(scope),
    });
    host.job(runOccasion, {
      data: z.object({ trigger: z.string(), subject: z.string(), day: z.string(), after: z.number() }),
      handle: startAtOccasion,
    });
    host.job(rollUp, { data: z.object({}), every: '15 * * * *', handle: (_data, scope) => rollUpDays(scope) });
  },
});
