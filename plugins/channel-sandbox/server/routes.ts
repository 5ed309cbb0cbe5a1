import { randomUUID } from 'node:crypto';
import { AppError, invalid, notFound, sql, z, type Host, type Scope, type Upload } from '@balcao/sdk/server';
import { channelInbox, connections, mediaTypeOf, type InboundMessage } from '@balcao/connections/contract';
import { channelId, phoneRoom } from '../contract.ts';
import type manifest from '../manifest.ts';
import type { Acknowledge } from './acknowledge.ts';
import { changeRoutes } from './change-routes.ts';
import { number, params, writing } from './input.ts';
import {
  dropCachedState,
  stateOf,
  newPairingCode,
  requireLinked,
  sandboxConnection,
  setState,
} from './connection-state.ts';
import { conversation, identityOf, shownMedia } from './phone.ts';

const storeMedia = async (
  upload: Upload | undefined,
  sticker: boolean,
  scope: Scope,
): Promise<InboundMessage['media']> => {
  if (!upload) return undefined;
  const { path, name, mime, size } = await scope.storage.store(upload, { received: true });
  const type = mediaTypeOf(mime);
  return { type: sticker && type === 'image' ? 'sticker' : type, path, name, mime, size };
};

const phoneRoutes = (host: Host<typeof manifest>, acknowledge: Acknowledge): void => {
  host.route('POST', '/sandbox/:connectionId/messages', {
    access: 'sandbox:view',
    audit: false,
    summary: 'Writes to the company as any number; answers once the message is stored',
    input: { params, body: writing, files: { maxCount: 1 } },
    handle: async (request, scope) => {
      const { connectionId } = request.params;
      const { from, name, body, data, choice, sticker, id = randomUUID() } = request.body;
      if (body.trim() === '' && !data && request.files.length === 0) throw invalid({ body: 'Required' });
      await requireLinked(scope, connectionId);
      const media = await storeMedia(request.files[0], sticker, scope);
      const sentAt = new Date();
      const result = await scope.use(channelInbox).message(connectionId, {
        externalId: id,
        from: identityOf(from),
        name: name || from,
        number: from,
        body,
        sentAt,
        media,
        ...(data && { data }),
        ...(choice && { choice }),
      });
      if (result.fresh) {
        scope.rooms.emit(phoneRoom, { connectionId, number: from }, 'message', {
          message: {
            id,
            body,
            fromPhone: true,
            ack: 2,
            at: sentAt.toISOString(),
            media: media ? shownMedia(media, scope) : null,
            data: data ?? null,
            reactions: [],
            isEdited: false,
            isDeleted: false,
          },
        });
      }
      return { id, ...result };
    },
  });
  host.route('GET', '/sandbox/:connectionId/messages', {
    access: 'sandbox:view',
    summary: 'The messages on the phone of a number',
    input: { params, query: z.object({ with: number }) },
    handle: async (request, scope) => {
      await sandboxConnection(scope, request.params.connectionId);
      return conversation(request.params.connectionId, request.query.with, scope);
    },
  });
  host.route('POST', '/sandbox/:connectionId/acks', {
    access: 'sandbox:view',
    audit: false,
    summary: 'The phone got (2) or read (3) a message',
    input: {
      params,
      body: z.object({
        id: z.string('Required').min(1).max(200),
        ack: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], 'ack is 1 to 4'),
      }),
    },
    handle: async (request, scope) => {
      await sandboxConnection(scope, request.params.connectionId);
      if (!(await acknowledge(request.params.connectionId, request.body.id, request.body.ack, scope)))
        throw notFound('ERR_NO_MESSAGE_FOUND');
      return { id: request.body.id, ack: request.body.ack };
    },
  });
  host.route('POST', '/sandbox/:connectionId/presence', {
    access: 'sandbox:view',
    audit: false,
    input: { params, body: z.object({ from: number, state: z.enum(['composing', 'recording', 'paused']) }) },
    handle: async (request, scope) => {
      await sandboxConnection(scope, request.params.connectionId);
      await scope
        .use(channelInbox)
        .presence(request.params.connectionId, identityOf(request.body.from), request.body.state);
    },
  });
  host.route('PUT', '/sandbox/:connectionId/numbers/:number', {
    access: 'sandbox:view',
    audit: false,
    summary: 'Makes a number valid or invalid',
    input: {
      params: params.extend({ number }),
      body: z.object({ invalid: z.boolean(), name: z.string().max(200).default('') }),
    },
    handle: async (request, scope) => {
      const { connectionId, number: wanted } = request.params;
      await sandboxConnection(scope, connectionId);
      const { invalid: isInvalid, name } = request.body;
      await scope.sql.run(
        sql`insert into channel_sandbox.phone (connection_id, number, name, invalid) values (${connectionId}, ${wanted}, ${name}, ${isInvalid})
            on conflict (company_id, connection_id, number) do update set invalid = excluded.invalid, name = excluded.name`,
      );
      return { number: wanted, invalid: isInvalid };
    },
  });
};

const connectionRoutes = (host: Host<typeof manifest>): void => {
  const state = async (scope: Scope, id: number) => {
    const { name, status, qrcode } = await sandboxConnection(scope, id);
    const { paired, cut, latencyMs } = await stateOf(scope, id);
    return { id, name, status, qrcode, paired, cut, latencyMs };
  };
  host.route('GET', '/sandbox', {
    access: 'sandbox:view',
    summary: 'The connections of the simulated network',
    handle: async (_request, scope) => {
      const all = await scope.use(connections).list();
      return Promise.all(all.filter(({ channel }) => channel === channelId).map(({ id }) => state(scope, id)));
    },
  });
  host.route('GET', '/sandbox/:connectionId/numbers', {
    access: 'sandbox:view',
    input: { params },
    handle: async (request, scope) => {
      await sandboxConnection(scope, request.params.connectionId);
      return scope.sql.rows(
        sql`select number, name, invalid from channel_sandbox.phone where connection_id = ${request.params.connectionId} order by name, number limit 500`,
      );
    },
  });
  host.route('POST', '/sandbox/:connectionId/pair', {
    access: 'sandbox:view',
    audit: false,
    summary: 'The phone scans the QR code',
    input: { params, body: z.object({ code: z.string().max(200).optional() }) },
    handle: async (request, scope) => {
      const connection = await sandboxConnection(scope, request.params.connectionId);
      const line = await stateOf(scope, connection.id);
      const { code } = request.body;
      if (code !== undefined && code !== line.pairingCode) throw new AppError(409, 'ERR_SANDBOX_CODE');
      await setState(scope, connection.id, { paired: true, cut: false, pairingCode: '' });
      dropCachedState(scope, connection.id);
      await scope.use(connections).setStatus(connection.id, { status: 'PAIRING' });
      await scope.use(connections).setStatus(connection.id, { status: 'CONNECTED' });
      return state(scope, connection.id);
    },
  });
  host.route('PUT', '/sandbox/:connectionId/link', {
    access: 'sandbox:view',
    audit: false,
    summary: 'Cuts or mends the link, or makes the network slow',
    input: {
      params,
      body: z.object({ cut: z.boolean().optional(), latencyMs: z.number().int().min(0).max(60_000).optional() }),
    },
    handle: async (request, scope) => {
      const connection = await sandboxConnection(scope, request.params.connectionId);
      const { cut, latencyMs } = request.body;
      await setState(scope, connection.id, {
        ...(cut !== undefined && { cut }),
        ...(latencyMs !== undefined && { latencyMs }),
      });
      dropCachedState(scope, connection.id);
      const { paired } = await stateOf(scope, connection.id);
      if (cut === true && paired) await scope.use(connections).setStatus(connection.id, { status: 'TIMEOUT' });
      if (cut === false && paired) await scope.use(connections).setStatus(connection.id, { status: 'CONNECTED' });
      return state(scope, connection.id);
    },
  });
  host.route('DELETE', '/sandbox/:connectionId/pair', {
    access: 'sandbox:view',
    audit: false,
    summary: 'The phone removes the device',
    input: { params },
    handle: async (request, scope) => {
      const connection = await sandboxConnection(scope, request.params.connectionId);
      await setState(scope, connection.id, { paired: false, pairingCode: newPairingCode(connection.id) });
      dropCachedState(scope, connection.id);
      await scope.use(connections).setStatus(connection.id, { status: 'DISCONNECTED' });
      return state(scope, connection.id);
    },
  });
};

export const routes = (host: Host<typeof manifest>, acknowledge: Acknowledge): void => {
  phoneRoutes(host, acknowledge);
  changeRoutes(host);
  connectionRoutes(host);
};
