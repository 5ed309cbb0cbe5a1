import { AppError, conflict, type Host, type Scope } from '@balcao/sdk/server';
import type { CheckResult } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { cloudConnection, findAccount, isComplete, type Account } from '../account/account.ts';
import { connectionParams } from '../account/account-routes.ts';
import { connect } from '../connect.ts';
import { reasonOf } from '../graph/failures.ts';
import { graph, GraphError, GraphUnreachable } from '../graph/graph.ts';
import { checkAccount } from './check-account.ts';

const unwritten = { graphVersion: '', token: '', appSecret: '', verifyToken: '', phoneNumberId: '', wabaId: '' };

const accountOf = async (scope: Scope, connectionId: number): Promise<Account> =>
  (await findAccount(scope, connectionId)) ?? {
    connectionId,
    ...unwritten,
    displayNumber: '',
    verifiedName: '',
    verifiedAt: null,
    lastCallAt: null,
    trouble: '',
  };

/** The route of the test ("Testar"): the state of each requirement, and where to repair it. */
export const checkRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/whatsapp-cloud/connections/:connectionId/check', {
    access: 'whatsapp-cloud:edit',
    rate: 30,
    summary: 'Asks WhatsApp whether token, permissions, number, account and webhook of a connection are right',
    input: { params: connectionParams },
    handle: async ({ params: { connectionId } }, scope): Promise<CheckResult[]> => {
      const connection = await cloudConnection(scope, connectionId);
      const account = await accountOf(scope, connectionId);
      const lines = await checkAccount(account, scope);
      // A connection that went down by itself and was repaired at Meta is connected again without another click.
      const isKnown = lines.some(({ check, state }) => check === 'number' && (state === 'ok' || state === 'warn'));
      if (connection.status !== 'CONNECTED' && account.trouble !== '' && isKnown) await connect(connection, scope);
      return lines;
    },
  });
  host.route('POST', '/whatsapp-cloud/connections/:connectionId/subscribe', {
    access: 'whatsapp-cloud:edit',
    rate: 30,
    summary: 'Subscribes the token’s app to the account, so that WhatsApp calls the webhook; answers the check anew',
    input: { params: connectionParams },
    handle: async ({ params: { connectionId } }, scope): Promise<CheckResult[]> => {
      await cloudConnection(scope, connectionId);
      const account = await accountOf(scope, connectionId);
      if (!isComplete(account)) throw conflict('ERR_CLOUD_INCOMPLETE');
      try {
        await graph(account, `${account.wabaId}/subscribed_apps`, { method: 'POST', signal: scope.signal });
      } catch (error) {
        if (error instanceof GraphUnreachable) throw new AppError(502, 'ERR_CLOUD_UNREACHABLE', { cause: error });
        if (error instanceof GraphError)
          throw new AppError(409, 'ERR_CLOUD_REFUSED', { cause: error, context: { why: reasonOf(scope, error.code) } });
        throw error;
      }
      return checkAccount(account, scope);
    },
  });
};
