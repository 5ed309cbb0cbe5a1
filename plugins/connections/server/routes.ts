import { AppError, mergeEdit, notFound, sql, type Host, type Scope, type z } from '@balcao/sdk/server';
import { channelAdapter, connectionChanged, connections, connectionsRoom } from '../contract.ts';
import type manifest from '../manifest.ts';
import { saveChannelFields } from './channel-fields.ts';
import { checkFields, connectionChange, creation, isOtherImport, params, saveFields } from './connection-form.ts';
import { publishChange, pairing } from './connection-rows.ts';
import { createConnection, makeDefault } from './create-connection.ts';
import { dependentRoute } from './dependents.ts';
import { greetingMediaRoutes } from './greeting-media.ts';
import { requestImport, endForImport, startPairing } from './import.ts';
import { platformRoutes } from './platform-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { existing, releaseConnection } from './sessions.ts';
import { show, outputsOf } from './connection-output.ts';
import { runInCompanyOf, ofCompany, runInOwningCompany } from './run-in-owning-company.ts';

const change = async (scope: Scope, id: number, body: z.output<typeof connectionChange>) => {
  const isEnded = await scope.tx(async (inner) => {
    await inner.sql.one(sql`select id from connections.connection where id = ${id} for update`);
    const shown = await inner.use(connections).find(id);
    const { options, ...fields } = await mergeEdit(inner, {
      table: 'connections.connection',
      id,
      row: shown && (await show(shown, inner)),
      missing: 'ERR_NO_WAPP_FOUND',
      body,
    });
    const before = shown ?? (await existing(inner, id));
    const after = { ...before, ...fields };
    checkFields(after, before);
    if (before.isDefault && !after.isDefault) throw new AppError(409, 'ERR_NO_OTHER_WHATSAPP');
    await saveFields(inner, id, after);
    await saveChannelFields(inner, before, options, false);
    if (after.isDefault && !before.isDefault) await makeDefault(inner, id);
    const wants = isOtherImport(after, before);
    if (wants) await requestImport(inner, id, after.importOldMessages !== null);
    const endsSession = wants && after.importOldMessages !== null && (await endForImport(inner, before));
    await publishChange(inner, id, 'update');
    return endsSession;
  });
  if (isEnded) await startPairing(scope, id);
  return show(await existing(scope, id), scope);
};

const remove = async (scope: Scope, id: number): Promise<void> => {
  const deleted = await scope.tx(async (inner) => {
    const connection = await existing(inner, id);
    const removed = await inner.sql.run(sql`delete from connections.connection where id = ${id}`);
    if (removed === 0) throw notFound('ERR_NO_WAPP_FOUND');
    const [other] = await inner.use(connections).list();
    if (connection.isDefault && other) {
      await makeDefault(inner, other.id);
      await publishChange(inner, other.id, 'update');
    }
    await inner.emit(connectionChanged, `connection:${id}`, {
      connectionId: id,
      status: 'DISCONNECTED',
      action: 'delete',
    });
    inner.rooms.emit(connectionsRoom, {}, 'delete', { connectionId: id }, pairing);
    return connection;
  });
  // After the commit: a slow provider must lock no row, and one that fails must not undo the deletion.
  await releaseConnection(scope, deleted);
};

const connectionRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/whatsapp', {
    access: 'signed-in',
    summary: 'Connections of the company; a super user may name another by `companyId`.',
    input: { query: ofCompany },
    handle: ({ query: { companyId } }, scope) =>
      runInCompanyOf(scope, companyId, async (at) => outputsOf(await at.use(connections).list(), at)),
  });
  host.route('GET', '/whatsapp-channels', {
    access: 'connections-page:addConnection',
    summary: 'Channels for new connections, with the capabilities that determine the form.',
    handle: async (_request, scope) =>
      scope.items(channelAdapter).map(({ id, capabilities, importHistory }) => ({
        id,
        capabilities,
        hasHistory: importHistory !== undefined,
      })),
  });
  host.route('GET', '/whatsapp/:id', {
    access: 'signed-in',
    summary: 'One connection, with its QR code while there is one.',
    input: { params },
    handle: ({ params: { id } }, scope) =>
      runInOwningCompany(scope, id, async (at) => show(await existing(at, id), at)),
  });
  host.route('POST', '/whatsapp', {
    access: 'connections-page:addConnection',
    summary: 'Makes a connection.',
    input: { body: creation },
    handle: async ({ body }, scope) => show(await createConnection(scope, body), scope),
  });
  host.route('PUT', '/whatsapp/:id', {
    access: 'connections-page:editOrDeleteConnection',
    summary: 'Changes a connection.',
    input: { params, body: connectionChange },
    handle: ({ params: { id }, body }, scope) => runInOwningCompany(scope, id, (at) => change(at, id, body)),
  });
  host.route('DELETE', '/whatsapp/:id', {
    access: 'connections-page:editOrDeleteConnection',
    summary: 'Deletes a connection.',
    input: { params },
    handle: ({ params: { id } }, scope) => runInOwningCompany(scope, id, (at) => remove(at, id)),
  });
};

export const routes = (host: Host<typeof manifest>): void => {
  // Before the routes of one connection, whose `:id` would match these names.
  platformRoutes(host);
  connectionRoutes(host);
  dependentRoute(host);
  greetingMediaRoutes(host);
  sessionRoutes(host);
};
