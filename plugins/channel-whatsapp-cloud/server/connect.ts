import type { Scope } from '@balcao/sdk/server';
import { connections, type Connection } from '@balcao/connections/contract';
import { reconnect } from '../contract.ts';
import { findAccount, isComplete, storeAccountData, type Account } from './account/account.ts';
import { failureOfCode, troubleOf } from './graph/failures.ts';
import { graph, GraphError, GraphUnreachable } from './graph/graph.ts';

interface PhoneNumber {
  id: string;
  display_phone_number?: string;
  verified_name?: string;
}

const maxTries = 60;
const pauseMs = (tries: number): number => Math.min(5_000 * 2 ** tries, 600_000) * (0.8 + Math.random() * 0.4);

/** Marks a connection as down for a fault of its account, until somebody repairs it there. */
export const markDown = async (scope: Scope, connectionId: number, error: GraphError): Promise<void> => {
  const trouble = troubleOf(error);
  await storeAccountData(scope, connectionId, { trouble });
  await scope.use(connections).setStatus(connectionId, { status: 'DISCONNECTED', isLocked: trouble === 'locked' });
};

/** Schedules a retry when Meta does not answer, since the company cannot repair that. */
const scheduleRetry = async (scope: Scope, connectionId: number, tries: number): Promise<void> => {
  await scope.use(connections).setStatus(connectionId, { status: tries < maxTries ? 'OPENING' : 'DISCONNECTED' });
  await storeAccountData(scope, connectionId, { trouble: 'unreachable' });
  if (tries >= maxTries) return;
  const at = new Date(Date.now() + pauseMs(tries));
  await scope.jobs.schedule(reconnect, { connectionId, tries: tries + 1 }, { at, key: `reconnect:${connectionId}` });
};

const fetchNumber = (account: Account, signal: AbortSignal): Promise<PhoneNumber> =>
  graph<PhoneNumber>(account, account.phoneNumberId, {
    query: { fields: 'id,display_phone_number,verified_name' },
    signal,
  });

/**
 * Connects a connection. There is no session: it is up when Meta accepts the token and knows the number. A connected
 * one goes down only when Meta reports a fault.
 */
export const connect = async (
  connection: Connection,
  scope: Scope,
  { tries = 0, isUp = false }: { tries?: number; isUp?: boolean } = {},
): Promise<void> => {
  const { setStatus } = scope.use(connections);
  const account = await findAccount(scope, connection.id);
  if (!account || !isComplete(account)) {
    if (account) await storeAccountData(scope, connection.id, { trouble: 'incomplete' });
    return setStatus(connection.id, { status: 'DISCONNECTED' });
  }
  try {
    const number = await fetchNumber(account, scope.signal);
    const [displayNumber, verifiedName] = [number.display_phone_number ?? '', number.verified_name ?? ''];
    await storeAccountData(scope, connection.id, { trouble: '', displayNumber, verifiedName });
    await setStatus(connection.id, { status: 'CONNECTED' });
  } catch (error) {
    const isPassing =
      error instanceof GraphUnreachable || (error instanceof GraphError && failureOfCode(error) === 'retry');
    if (isPassing) return isUp ? undefined : scheduleRetry(scope, connection.id, tries);
    if (!(error instanceof GraphError)) throw error;
    await markDown(scope, connection.id, error);
  }
};
