import { z, type Host, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { isMetaChannel, maintain, reconnect } from '../contract.ts';
import type manifest from '../manifest.ts';
import { allAccounts, storeRenewed, withApp, type Account } from './account/account.ts';
import { deleteOldPosts } from './comments/posts.ts';
import { connect, markDown } from './connect.ts';
import { failureOfCode } from './graph/failures.ts';
import { GraphError } from './graph/graph-error.ts';
import { graph } from './graph/graph.ts';
import { refreshToken } from './login/instagram.ts';
import { deleteOldLogins } from './login/logins.ts';
import { deleteFetched } from './media/incoming.ts';
import { deleteOldSent } from './send/outgoing.ts';

const debugged = z.object({
  data: z.object({
    is_valid: z.boolean().catch(true),
    error: z
      .object({ subcode: z.number().catch(0) })
      .optional()
      .catch(undefined),
  }),
});

/** Looks whether Meta still accepts a page’s token, which has no date but ends with a password or a role. */
const checkToken = async (scope: Scope, known: Account): Promise<void> => {
  const account = await withApp(scope, known);
  if (!account) return;
  const { app } = account;
  const credentials = { token: `${app.appId}|${app.appSecret}`, appSecret: app.appSecret };
  const answer = await graph<unknown>(credentials, 'debug_token', {
    query: { input_token: account.token },
    signal: scope.signal,
  });
  const { data } = debugged.safeParse(answer);
  if (data?.data.is_valid !== false) return;
  const subcode = data.data.error?.subcode ?? 0;
  await markDown(
    scope,
    known.connectionId,
    new GraphError({ status: 400, code: 190, subcode, isTransient: false, details: '' }),
  );
};

/** Tokens of Instagram’s login live for 60 days; from this age on they are renewed, whether anybody writes or not. */
const renewalAgeMs = 10 * 86_400_000;

/** Renews the token of an account without a page. A failure is tried again an hour later: weeks are left. */
const renewToken = async (scope: Scope, { connectionId, via, token, issuedAt, expiresAt }: Account): Promise<void> => {
  const now = Date.now();
  const isDue = via === 'instagram' && token !== '' && issuedAt.getTime() <= now - renewalAgeMs;
  if (!isDue || (expiresAt && expiresAt.getTime() <= now)) return;
  try {
    const renewed = await refreshToken(token, scope.signal);
    await storeRenewed(scope, connectionId, renewed.token, renewed.expiresAt);
  } catch (error) {
    if (error instanceof GraphError && failureOfCode(error) === 'disconnected')
      return markDown(scope, connectionId, error);
    throw error;
  }
};

const maintainOne = async (scope: Scope, account: Account): Promise<void> => {
  // Also of one that is down: another login is needed only when the token has ended.
  await renewToken(scope, account);
  const connection = await scope.use(connections).find(account.connectionId);
  if (connection?.status !== 'CONNECTED') return;
  // Subscribing anew restores a subscription that somebody ended at Meta.
  await connect(connection, scope, { isUp: true });
  if (account.via === 'page') await checkToken(scope, account);
};

/** Registers the periodic jobs of connections. */
export const maintenanceJobs = (host: Host<typeof manifest>): void => {
  host.job(reconnect, {
    data: z.object({ connectionId: z.number(), tries: z.number() }),
    handle: async ({ connectionId, tries }, scope) => {
      const connection = await scope.use(connections).find(connectionId);
      // Somebody connected or disconnected it in between.
      if (connection && isMetaChannel(connection.channel) && connection.status === 'OPENING')
        await connect(connection, scope, { tries });
    },
  });
  host.job(maintain, {
    data: z.object({}),
    every: '1 hour',
    handle: async (_data, scope) => {
      await deleteOldSent(scope);
      await deleteFetched(scope);
      await deleteOldLogins(scope);
      await deleteOldPosts(scope);
      for (const account of await allAccounts(scope))
        await maintainOne(scope, account).catch((error: unknown) => {
          scope.log.info({ err: error, connection: account.connectionId }, 'connection could not be checked');
        });
    },
  });
};
