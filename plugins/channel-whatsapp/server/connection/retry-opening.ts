import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { channelId, retryOpening } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { startSession } from './start-session.ts';

/** SQL: connections that have been connecting for more than two minutes. */
const isStale = sql`channel = ${channelId} and status = 'OPENING' and updated_at < now() - interval '2 minutes'`;

/** SQL: the companies with such a connection. */
export const companiesToOpen = sql`select company_id from connections.public_connection where ${isStale}`;

/**
 * Starts the sessions of connections that have been connecting for more than two minutes: the node was killed between
 * the change of the status and the request of the session. One that runs is only told to try now.
 */
export const retryOpeningNow = async (scope: Scope): Promise<void> => {
  const stale = await scope.sql.rows<{ id: number }>(
    sql`select id from connections.public_connection where ${isStale}`,
  );
  for (const { id } of stale) {
    scope.signal.throwIfAborted();
    await startSession(id, scope);
  }
};

export const retryOpeningJob = (host: Host<typeof manifest>): void =>
  host.job(retryOpening, {
    data: z.object({}),
    every: '1 minute',
    due: companiesToOpen,
    handle: (_data, scope) => retryOpeningNow(scope),
  });
