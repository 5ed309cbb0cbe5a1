import type { Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { params } from './connection-form.ts';
import { endSession, startSession } from './sessions.ts';
import { show } from './connection-output.ts';
import { runInOwningCompany } from './run-in-owning-company.ts';

export const sessionRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/whatsappsession/:id', {
    access: 'connections-page:actionButtons',
    summary: 'Tries to connect again with the pairing at hand.',
    input: { params },
    handle: ({ params: { id } }, scope) =>
      runInOwningCompany(scope, id, async (at) => show(await startSession(at, id, false), at)),
  });
  host.route('PUT', '/whatsappsession/:id', {
    access: 'connections-page:actionButtons',
    summary: 'Asks for a new QR code.',
    input: { params },
    handle: ({ params: { id } }, scope) =>
      runInOwningCompany(scope, id, async (at) => show(await startSession(at, id, true), at)),
  });
  host.route('DELETE', '/whatsappsession/:id', {
    access: 'connections-page:actionButtons',
    summary: 'Disconnects.',
    input: { params },
    handle: ({ params: { id } }, scope) =>
      runInOwningCompany(scope, id, async (at) => show(await endSession(at, id), at)),
  });
};
