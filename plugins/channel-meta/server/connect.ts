import { sql, type Scope } from '@balcao/sdk/server';
import { connections, type Connection } from '@balcao/connections/contract';
import { reconnect } from '../contract.ts';
import {
  findAccount,
  nodeOf,
  storeCommentsRefused,
  storeTrouble,
  withApp,
  type Account,
  type ReadyAccount,
} from './account/account.ts';
import { failureOfCode, isTokenEnded, troubleOf } from './graph/failures.ts';
import { GraphError, GraphUnreachable } from './graph/graph-error.ts';
import { graph } from './graph/graph.ts';
import { notifyDown } from './notify-down.ts';

const maxTries = 60;
const pauseMs = (tries: number): number => Math.min(5_000 * 2 ** tries, 600_000) * (0.8 + Math.random() * 0.4);

/**
 * Fields of the page’s subscription. The app has to be subscribed to the same fields: Meta delivers what both name.
 */
const subscribedFields =
  'messages,messaging_postbacks,messaging_optins,message_deliveries,message_reads,message_echoes,message_reactions,message_edits,messaging_referrals,messaging_handovers,standby';

/** The same for an account of Instagram without a page. */
const instagramFields = 'messages,messaging_postbacks,messaging_seen,message_reactions,messaging_referral';
const messageFields = ({ via }: Pick<ReadyAccount, 'via'>): string =>
  via === 'instagram' ? instagramFields : subscribedFields;

/**
 * Returns the fields that bring comments, if they are wanted. Those of an Instagram account with a page have no field
 * there: the subscription of the app brings them.
 */
const commentFields = async (scope: Scope, { via, pageId, hasComments }: Account): Promise<string[]> => {
  if (via === 'instagram') return hasComments ? ['comments', 'live_comments'] : [];
  const row = await scope.sql.one<{ wanted: boolean }>(
    sql`select channel_meta.page_wants_comments(${pageId}) as wanted`,
  );
  return row?.wanted ? ['feed'] : [];
};
export const fieldsOf = async (scope: Scope, account: Account): Promise<string> =>
  [messageFields(account), ...(await commentFields(scope, account))].join(',');

/** Marks a connection as down for a fault of its account, until somebody repairs it. */
export const markDown = async (scope: Scope, connectionId: number, error: GraphError): Promise<void> => {
  const trouble = troubleOf(error);
  const before = await scope.use(connections).find(connectionId);
  await storeTrouble(scope, connectionId, trouble);
  const isLocked = trouble === 'locked' || trouble === 'restricted';
  await scope.use(connections).setStatus(connectionId, { status: 'DISCONNECTED', isLocked });
  // Once: later messages meet the same refusal.
  if (before?.status === 'CONNECTED') await notifyDown(scope, before.name, trouble);
};

/** Takes the connection down at the first request that finds its token ended, whatever it asked for. */
export const reportEnded = async (scope: Scope, connectionId: number, error: unknown): Promise<void> => {
  if (isTokenEnded(error)) await markDown(scope, connectionId, error);
};

/** Schedules a retry when Meta does not answer, since the company cannot repair that. */
const scheduleRetry = async (scope: Scope, connectionId: number, tries: number): Promise<void> => {
  await scope.use(connections).setStatus(connectionId, { status: tries < maxTries ? 'OPENING' : 'DISCONNECTED' });
  await storeTrouble(scope, connectionId, 'unreachable');
  if (tries >= maxTries) return;
  const at = new Date(Date.now() + pauseMs(tries));
  await scope.jobs.schedule(reconnect, { connectionId, tries: tries + 1 }, { at, key: `reconnect:${connectionId}` });
};

/**
 * Subscribes the app to the page’s events; repeating it changes nothing. Messages arrive even if Meta refuses comments.
 */
export const subscribe = async (scope: Scope, account: ReadyAccount): Promise<void> => {
  const post = (fields: string): Promise<unknown> =>
    graph(account, `${nodeOf(account)}/subscribed_apps`, {
      method: 'POST',
      query: { subscribed_fields: fields },
      signal: scope.signal,
    });
  const fields = await fieldsOf(scope, account);
  try {
    await post(fields);
    if (account.hasComments) await storeCommentsRefused(scope, account.connectionId, false);
  } catch (error) {
    const isRefused = error instanceof GraphError && !isTokenEnded(error) && failureOfCode(error) !== 'retry';
    if (!isRefused || fields === messageFields(account)) throw error;
    await post(messageFields(account));
    if (account.hasComments) await storeCommentsRefused(scope, account.connectionId, true);
  }
};

/**
 * Connects a connection. There is no session: it is up when Meta accepts the token and the page’s subscription. A
 * connected one goes down only when Meta reports a fault.
 */
export const connect = async (
  connection: Pick<Connection, 'id'>,
  scope: Scope,
  { tries = 0, isUp = false }: { tries?: number; isUp?: boolean } = {},
): Promise<void> => {
  const { setStatus } = scope.use(connections);
  const known = await findAccount(scope, connection.id);
  const account = await withApp(scope, known);
  if (!account) {
    if (known) await storeTrouble(scope, connection.id, known.token === '' ? 'removed' : 'app');
    return setStatus(connection.id, { status: 'DISCONNECTED' });
  }
  try {
    await subscribe(scope, account);
    await storeTrouble(scope, connection.id, '');
    await setStatus(connection.id, { status: 'CONNECTED' });
  } catch (error) {
    const isPassing =
      error instanceof GraphUnreachable || (error instanceof GraphError && failureOfCode(error) === 'retry');
    if (isPassing) return isUp ? undefined : scheduleRetry(scope, connection.id, tries);
    if (!(error instanceof GraphError)) throw error;
    await markDown(scope, connection.id, error);
  }
};
