import type { Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { params } from './connection-form.ts';
import { endSession, startSession } from './sessions.ts';
import { show } from './shown.ts';

export const sessionRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/whatsappsession/:id', {
    access: 'connections-page:actionButtons',
    summary: 'Tries to connect again with the pairing at hand.',
    input: { params },
    handle: async (request, scope) => show(await startSession(scope, request.params.id, false), scope),
  });
  host.route('PUT', '/whatsappsession/:id', {
    access: 'connections-page:actionButtons',
    summary: 'Asks for a new QR code.',
    input: { params },
    handle: async (request, scope) => show(await startSession(scope, request.params.id, true), scope),
  });
  host.route('DELETE', '/whatsappsession/:id', {
    access: 'connections-page:actionButtons',
    summary: 'Disconnects.',
    input: { params },
    handle: async (request, scope) => show(await endSession(scope, request.params.id), scope),
  });
};
