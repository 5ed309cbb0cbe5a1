import { z, type Host } from '@balcao/sdk/server';
import { webhookEvent, webhooksRoom } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import {
  createEndpoint,
  endpointBody,
  endpointEdit,
  endpointOutput,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  updateEndpoint,
} from './endpoints.ts';
import { deliveryOutput, findDelivery, listDeliveries, logQuery, rowOutput, sendTest } from './log.ts';
import { replay, replayBody } from './replay.ts';
import { subscribedEndpoints } from './subscriptions.ts';

const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });
const deliveryParams = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });
const access = 'messages-api:webhooks';

export const webhookRoutes = (host: Host<typeof manifest>): void => {
  host.cache(subscribedEndpoints);
  host.room(webhooksRoom, { params: z.object({}), may: (_params, scope) => scope.can(access) });

  host.route('GET', '/webhooks', {
    access,
    summary: 'route.webhooks.list',
    output: z.object({ webhooks: z.array(endpointOutput) }),
    handle: async (_request, scope) => ({ webhooks: await listEndpoints(scope) }),
  });

  host.route('GET', '/webhooks/events', {
    access,
    summary: 'route.webhooks.events',
    output: z.object({
      events: z.array(
        z.object({ id: z.string(), label: z.string(), group: z.string(), sample: z.record(z.string(), z.unknown()) }),
      ),
    }),
    handle: async (_request, scope) => ({
      events: scope.contributions(webhookEvent).map(({ item: { id, label, group, sample }, scope: owner }) => ({
        id,
        label: owner.t(label),
        group: owner.t(group),
        sample: sample as Record<string, unknown>,
      })),
    }),
  });

  host.route('POST', '/webhooks', {
    access,
    summary: 'route.webhooks.create',
    audit: 'messages-api.webhook.created',
    input: { body: endpointBody },
    output: endpointOutput.extend({ secret: z.string() }),
    handle: ({ body }, scope) => createEndpoint(scope, body),
  });

  host.route('PUT', '/webhooks/:id', {
    access,
    summary: 'route.webhooks.change',
    audit: 'messages-api.webhook.changed',
    input: { params, body: endpointEdit },
    output: endpointOutput,
    handle: ({ params: { id }, body }, scope) => updateEndpoint(scope, id, body),
  });

  host.route('DELETE', '/webhooks/:id', {
    access,
    summary: 'route.webhooks.remove',
    audit: 'messages-api.webhook.removed',
    input: { params },
    handle: async ({ params: { id } }, scope) => {
      const { name } = await removeEndpoint(scope, id);
      await scope.audit({ action: 'messages-api.webhook.removed', subject: name, detail: { id } });
    },
  });

  host.route('POST', '/webhooks/:id/secret', {
    access,
    summary: 'route.webhooks.secret',
    audit: 'messages-api.webhook.rotated',
    input: { params },
    output: z.object({ secret: z.string() }),
    handle: async ({ params: { id } }, scope) => ({ secret: await rotateSecret(scope, id) }),
  });

  host.route('POST', '/webhooks/:id/test', {
    access,
    summary: 'route.webhooks.test',
    audit: false,
    rate: 30,
    input: { params, body: z.object({ event: z.string().max(100).optional() }) },
    output: z.object({ id: z.number() }),
    handle: async ({ params: { id }, body }, scope) => ({ id: await sendTest(scope, id, body.event) }),
  });

  host.route('GET', '/webhooks/:id/deliveries', {
    access,
    summary: 'route.webhooks.deliveries',
    input: { params, query: logQuery },
    output: z.object({ deliveries: z.array(rowOutput), hasMore: z.boolean() }),
    handle: ({ params: { id }, query }, scope) => listDeliveries(scope, id, query),
  });

  host.route('POST', '/webhooks/:id/replay', {
    access,
    summary: 'route.webhooks.replay',
    audit: 'messages-api.webhook.replayed',
    input: { params, body: replayBody },
    output: z.object({ replayed: z.number() }),
    handle: async ({ params: { id }, body }, scope) => ({ replayed: await replay(scope, id, body) }),
  });

  host.route('GET', '/webhooks/deliveries/:id', {
    access,
    summary: 'route.webhooks.delivery',
    input: { params: deliveryParams },
    output: deliveryOutput,
    handle: ({ params: { id } }, scope) => findDelivery(scope, id),
  });
};
