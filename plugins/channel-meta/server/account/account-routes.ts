import { conflict, z, type Host } from '@balcao/sdk/server';
import type { AccountView, CheckResult } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { checkAccount } from '../check/check-account.ts';
import { connect, subscribe } from '../connect.ts';
import { askMeta } from '../login/login-routes.ts';
import { findAccount, metaConnection, withApp } from './account.ts';
import { viewOf } from './account-view.ts';

const params = z.object({ connectionId: z.coerce.number().int().positive().max(2_147_483_647) });

/** The routes of a connection’s account at Meta. */
export const accountRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/meta/connections/:connectionId', {
    access: 'meta:edit',
    summary: 'Page or Instagram account of a connection, without its token',
    input: { params },
    handle: ({ params: { connectionId } }, scope): Promise<AccountView> => viewOf(scope, connectionId),
  });
  host.route('POST', '/meta/connections/:connectionId/check', {
    access: 'meta:edit',
    rate: 30,
    summary: 'Asks Meta whether token, permissions, page and subscriptions of a connection are right',
    input: { params },
    handle: async ({ params: { connectionId } }, scope): Promise<CheckResult[]> => {
      const connection = await metaConnection(scope, connectionId);
      const account = await findAccount(scope, connectionId);
      const lines = await checkAccount(account, scope);
      // A connection that went down by itself and was repaired at Meta is connected again without another click.
      const isKnown = lines.some(
        ({ check, state }) =>
          check === (account?.via === 'instagram' ? 'token' : 'page') && state !== 'bad' && state !== 'skipped',
      );
      if (connection.status !== 'CONNECTED' && account && account.trouble !== '' && isKnown)
        await connect(connection, scope);
      // Meta is asked once more, since only a refused request names the reason.
      const isEnded = lines.some(({ check, finding }) => check === 'token' && finding === 'invalid');
      if (connection.status === 'CONNECTED' && isEnded) await connect(connection, scope, { isUp: true });
      return lines;
    },
  });
  host.route('POST', '/meta/connections/:connectionId/subscribe', {
    access: 'meta:edit',
    rate: 30,
    summary: 'Subscribes the app to the page’s events; answers the check anew',
    input: { params },
    handle: async ({ params: { connectionId } }, scope): Promise<CheckResult[]> => {
      await metaConnection(scope, connectionId);
      const account = await withApp(scope, await findAccount(scope, connectionId));
      if (!account) throw conflict('ERR_META_NOT_CONNECTED');
      await askMeta(() => subscribe(scope, account));
      return checkAccount(account, scope);
    },
  });
};
