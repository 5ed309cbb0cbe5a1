import { sql, type Scope } from '@balcao/sdk/server';
import { runner } from '../../contract.ts';

/** Makes the runner of a connection look again now. It does so by itself within seconds, so failures are ignored. */
export const wakeRunner = async (scope: Scope, connectionId: number): Promise<void> => {
  await scope.sessions.ask(runner, String(connectionId), 'wake').catch(() => undefined);
};

/** Wakes the runners of all running campaigns. */
export const wakeRunners = async (scope: Scope): Promise<void> => {
  const running = await scope.sql.rows<{ id: number }>(
    sql`select distinct connection_id as id from campaigns.campaign where status = 'EM_ANDAMENTO' and connection_id is not null`,
  );
  await Promise.all(running.map(({ id }) => wakeRunner(scope, id)));
};

/**
 * Keeps a runner for a connection exactly while a campaign of it runs. Call it after the transaction that changed a
 * status; the job of each minute repeats it, in case the node died in between.
 */
export const keepRunner = async (scope: Scope, connectionId: number): Promise<void> => {
  const running = await scope.sql.one(
    sql`select 1 from campaigns.campaign where connection_id = ${connectionId} and status = 'EM_ANDAMENTO' limit 1`,
  );
  if (running) await scope.sessions.want(runner, String(connectionId));
  else await scope.sessions.unwant(runner, String(connectionId));
};
