import { job, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { channelInbox, connections, connectionChanged, type Connection } from '../contract.ts';
import type manifest from '../manifest.ts';
import { publishChange } from './connection-rows.ts';
import { existing, startSession } from './sessions.ts';

const data = z.object({ connectionId: z.number() });
/** Imports old messages. */
const importHistory = job<z.infer<typeof data>>('connections.import');

/** Minimum interval of progress updates: not every message is worth a redraw. */
const progressEveryMs = 1_000;

/** A request of an import; the number changes with each one. */
interface Requested {
  id: number;
  request: number;
}

const requestOf = async (scope: Scope, id: number): Promise<number | undefined> =>
  (
    await scope.sql.one<{ request: number }>(
      sql`select import_request as request from connections.connection where id = ${id}`,
    )
  )?.request;

/** Returns false, and stores nothing, if another import was requested or this one cancelled in between. */
const storeProgress = async (
  scope: Scope,
  { id, request }: Requested,
  state: 'running' | 'done' | 'failed',
  { done = 0, total = null, reason = null }: { done?: number; total?: number | null; reason?: string | null } = {},
): Promise<boolean> =>
  scope.tx(async (inner) => {
    const changed = await inner.sql.run(
      sql`update connections.connection
             set import_state = ${state}::text, import_done = ${done}, import_total = ${total}::int, import_reason = ${reason?.slice(0, 300) ?? null}::text
           where id = ${id} and import_request = ${request}`,
    );
    if (changed > 0) await publishChange(inner, id, 'update');
    return changed > 0;
  });

/** Inside the transaction of the change: schedules the import for the next time the connection is up, or cancels it. */
export const requestImport = async (scope: Scope, id: number, isRequested: boolean): Promise<void> => {
  await scope.sql.run(
    sql`update connections.connection
           set import_request = import_request + 1, import_state = ${isRequested ? 'waiting' : null}::text, import_done = 0, import_total = null, import_reason = null where id = ${id}`,
  );
};

/**
 * Ends the session of a connected connection, since a network delivers its history only when a phone is paired. Inside
 * the transaction of the change, so that nobody sees it as connected in between; if it returns true, the caller must
 * start a new pairing.
 */
export const endForImport = async (scope: Scope, { id, status, channel }: Connection): Promise<boolean> => {
  const adapter = scope.use(connections).adapter({ channel });
  if (status !== 'CONNECTED' || !adapter?.capabilities.qr) return false;
  await scope.sql.run(sql`update connections.connection set status = 'OPENING', updated_at = now() where id = ${id}`);
  return true;
};

export const startPairing = async (scope: Scope, id: number): Promise<void> => {
  const connection = await existing(scope, id);
  try {
    await scope.use(connections).adapter(connection)?.disconnect(connection, scope);
  } catch (err) {
    scope.log.warn({ err, connection: id }, 'session could not be ended before the import');
  }
  await startSession(scope, id, true);
};

const startImport = async (scope: Scope, { id, status, importProgress }: Connection): Promise<void> => {
  if (status !== 'CONNECTED' || importProgress?.state !== 'waiting') return;
  await scope.jobs.schedule(importHistory, { connectionId: id }, { key: `connection:${id}` });
};

const take = async (scope: Scope, connection: Connection, requested: Requested): Promise<void> => {
  const adapter = scope.use(connections).adapter(connection);
  const inbox = scope.find(channelInbox);
  const { id, request } = requested;
  const { importOldMessages: from } = connection;
  if (from === null) return;
  if (!adapter?.importHistory || !inbox)
    return void (await storeProgress(scope, requested, 'failed', { reason: 'ERR_IMPORT_UNSUPPORTED' }));
  let done = 0;
  let total: number | null = null;
  let reportedAt = 0;
  if (!(await storeProgress(scope, requested, 'running'))) return;
  const period = {
    from,
    until: connection.importRecentMessages ?? new Date(),
    groups: connection.importOldMessagesGroups,
  };
  for await (const batch of adapter.importHistory(period, connection, scope)) {
    scope.signal.throwIfAborted();
    // The messages of the next request are left to its own import.
    if ((await requestOf(scope, id)) !== request) return;
    const within = batch.messages.filter(
      ({ sentAt, group }) => sentAt >= period.from && sentAt <= period.until && (period.groups || !group),
    );
    await inbox.imported(id, within);
    done += within.length;
    total = batch.total ?? total;
    if (Date.now() - reportedAt < progressEveryMs) continue;
    reportedAt = Date.now();
    await storeProgress(scope, requested, 'running', { done, total });
  }
  if ((await requestOf(scope, id)) !== request) return;
  if (connection.closedTicketsPostImported) await inbox.closeImported(id);
  await storeProgress(scope, requested, 'done', { done, total });
};

const handle = async ({ connectionId }: z.infer<typeof data>, scope: Scope): Promise<void> => {
  // Read first: a request that is made in between counts as another one.
  const request = await requestOf(scope, connectionId);
  const connection = await scope.use(connections).find(connectionId);
  if (
    request === undefined ||
    !connection?.importProgress ||
    ['done', 'failed'].includes(connection.importProgress.state)
  )
    return;
  const requested = { id: connectionId, request };
  try {
    await take(scope, connection, requested);
  } catch (error) {
    // An aborted import is started again; messages that were stored are skipped.
    if (scope.signal.aborted) throw error;
    scope.log.warn({ err: error, connection: connectionId }, 'import of old messages failed');
    await storeProgress(scope, requested, 'failed', {
      done: connection.importProgress.done,
      reason: error instanceof Error ? error.message : String(error),
    });
  }
};

export const imports = (host: Host<typeof manifest>): void => {
  host.job(importHistory, { data, handle });
  host.on(connectionChanged, 'import', async ({ connectionId, status, action }, scope) => {
    if (action === 'delete' || status !== 'CONNECTED') return;
    const connection = await scope.use(connections).find(connectionId);
    if (connection) await startImport(scope, connection);
  });
};
