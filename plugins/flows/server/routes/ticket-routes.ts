import { invalid, z, type Host } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import type manifest from '../../manifest.ts';
import { startFlow, stopFlow } from '../engine/start.ts';
import { flowChoice } from './keyword-routes.ts';
import { id, params } from './fields.ts';

const notify = z.enum(['automatic', 'await'], 'ERR_FLOW_FIELDS_REQUIRED');
const variables = z.record(z.string().max(60), z.union([z.string().max(4000), z.number(), z.boolean(), z.null()]));

export const ticketRoutes = (host: Host<typeof manifest>): void => {
  host.route('PUT', '/tickets/:id/automatic-service', {
    access: 'signed-in',
    audit: 'flows.switched',
    summary:
      'Starts a flow in a conversation, which speaks at once (`automatic`) or after the customer’s next message (`await`), or ends automatic service.',
    input: {
      params,
      body: z.object({ isAutomaticService: z.boolean('Required'), notify: notify.nullish(), flowId: flowChoice }),
    },
    output: z.object({ isAutomaticService: z.boolean() }),
    handle: async ({ params: { id: ticketId }, body }, scope) => {
      await scope.use(tickets).assertReadable(ticketId);
      if (!body.isAutomaticService) {
        const wasFlow = await stopFlow(scope, ticketId, 'person');
        if (!wasFlow) await scope.use(tickets).setAutomaticService(ticketId, false);
        return { isAutomaticService: false };
      }
      if (body.notify == null || body.flowId === 0)
        throw invalid({
          ...(body.notify == null && { notify: 'ERR_FLOW_FIELDS_REQUIRED' }),
          ...(body.flowId === 0 && { flowId: 'ERR_FLOW_FIELDS_REQUIRED' }),
        });
      const startedBy = `user:${scope.user.id}`;
      await startFlow(scope, ticketId, body.flowId, { notify: body.notify, startedBy });
      return { isAutomaticService: true };
    },
  });
  host.route('POST', '/flow/:id/start', {
    access: 'flows:view',
    summary: 'Starts a flow in a conversation, with variables.',
    input: {
      params,
      body: z.object({ ticketId: id, notify: notify.default('automatic'), variables: variables.default({}) }),
    },
    output: z.object({ sessionId: z.number() }),
    handle: async ({ params: { id: flowId }, body: { ticketId, ...options } }, scope) => {
      await scope.use(tickets).assertReadable(ticketId);
      return startFlow(scope, ticketId, flowId, { ...options, startedBy: 'api' });
    },
  });
};
