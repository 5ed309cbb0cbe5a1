import { AppError, Reply, z, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { tokenOf, type TokenRow } from '../tokens/tokens.ts';
import { readStatus } from './message-status.ts';
import { findStoredAnswer, keyOf, runOnce, requestHash } from './idempotency.ts';
import { send, type InOneStep } from './send.ts';
import { flowBody, flowOutput, sendBody, sendOutput, statusOutput } from './send-input.ts';
import type { FlowAnswer, SendAnswer } from './send-input.ts';
import { startFlow } from './start-flow.ts';

const files = { maxBytes: 52_428_800, maxCount: 10 };
const perMinute = 120;
const statusPerMinute = 600;
const byId = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });

const tokenFor = async (scope: Scope, ref: string): Promise<TokenRow> => {
  const token = await tokenOf(scope, ref);
  if (!token) throw new AppError(401, 'ERR_TOKEN_INVALID');
  return token;
};

const inTransaction =
  <A>(scope: Scope): InOneStep<A> =>
  (work) =>
    scope.tx(work);

export const sendRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/messages/send', {
    access: { token: 'route.send.sendBy' },
    summary: 'route.send.send',
    rate: perMinute,
    input: { body: sendBody, files },
    output: sendOutput,
    handle: async ({ body, files: uploads, headers, ref }, scope) => {
      const { id: tokenId, connectionId } = await tokenFor(scope, ref);
      const key = keyOf(headers['idempotency-key']);
      if (key === undefined) return send(scope, connectionId, body, uploads, inTransaction(scope));
      const request = await requestHash(body, uploads);
      const before = await findStoredAnswer<SendAnswer>(scope, tokenId, key, request);
      if (before) return new Reply(200, before, { 'idempotent-replayed': 'true' });
      return send(scope, connectionId, body, uploads, runOnce(scope, tokenId, key, request));
    },
  });

  host.route('POST', '/messages/flow', {
    access: { token: 'route.send.flowBy' },
    summary: 'route.send.flow',
    rate: perMinute,
    input: { body: flowBody },
    output: flowOutput,
    handle: async ({ body, headers, ref }, scope) => {
      const { id: tokenId, connectionId } = await tokenFor(scope, ref);
      const key = keyOf(headers['idempotency-key']);
      if (key === undefined) return startFlow(scope, connectionId, tokenId, body, inTransaction(scope));
      const request = await requestHash({ ...body, route: 'flow' }, []);
      const before = await findStoredAnswer<FlowAnswer>(scope, tokenId, key, request);
      if (before) return new Reply(200, before, { 'idempotent-replayed': 'true' });
      return startFlow(scope, connectionId, tokenId, body, runOnce(scope, tokenId, key, request));
    },
  });

  host.route('GET', '/messages/:id/status', {
    access: { token: 'route.send.statusBy' },
    summary: 'route.send.status',
    rate: statusPerMinute,
    input: { params: byId },
    output: statusOutput,
    handle: async ({ params, ref }, scope) => {
      const { connectionId } = await tokenFor(scope, ref);
      return readStatus(scope, connectionId, params.id);
    },
  });

  host.route('POST', '/messages-api/try/:id', {
    access: 'messages-api:view',
    summary: 'route.send.try',
    rate: 30,
    input: { params: byId, body: sendBody, files },
    output: sendOutput,
    handle: ({ params, body, files: uploads }, scope) => send(scope, params.id, body, uploads, inTransaction(scope)),
  });
};
