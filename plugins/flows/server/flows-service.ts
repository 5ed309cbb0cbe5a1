import { sql, type Scope } from '@balcao/sdk/server';
import type { Flows } from '../contract.ts';
import { fireTrigger, startFlow, stopFlow } from './engine/start.ts';

/** Implements the service for other plugins. */
export const flowsService = (scope: Scope): Flows => ({
  list: () =>
    scope.sql.rows<{ id: number; title: string; isLive: boolean }>(
      sql`select id, title, live_id is not null as "isLive" from flows.flow order by kernel.normalise(title), id`,
    ),
  start: (ticketId, flowId, options) => startFlow(scope, ticketId, flowId, options),
  stop: (ticketId, reason = 'stopped') => stopFlow(scope, ticketId, reason),
  fire: (trigger, subject, ticketId, variables) => fireTrigger(scope, trigger, subject, ticketId, variables),
});
