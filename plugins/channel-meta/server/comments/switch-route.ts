import { conflict, notFound, z, type Host, type Scope } from '@balcao/sdk/server';
import type { AccountView } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { findAccount, metaConnection, storeComments, withApp, type ReadyAccount } from '../account/account.ts';
import { renewAccount } from '../account/fields.ts';
import { viewOf } from '../account/account-view.ts';
import { reportEnded, subscribe } from '../connect.ts';
import { findLogin } from '../login/logins.ts';
import { askMeta } from '../login/login-routes.ts';
import { lackingAppFields } from './app-fields.ts';
import { missingScopes } from './permissions.ts';

const params = z.object({ connectionId: z.coerce.number().int().positive().max(2_147_483_647) });

/** Gives the account the permissions of a login that asked for more: only one of the same account. */
const renew = async (scope: Scope, connectionId: number, loginId: string): Promise<void> => {
  const account = await findAccount(scope, connectionId);
  const login = await findLogin(scope, scope.user?.id ?? 0, loginId);
  if (!account || login.via !== account.via) throw notFound('ERR_META_NO_PAGE_FOUND');
  const pageId = account.via === 'instagram' ? account.igId : account.pageId;
  const page = login.pages.find((one) => one.pageId === pageId);
  if (account.channel === 'instagram' && page?.instagram?.id !== account.igId) throw notFound('ERR_META_NO_PAGE_FOUND');
  await renewAccount(scope, { connectionId, channel: account.channel, login, pageId });
};

const switchOn = async (scope: Scope, account: ReadyAccount): Promise<void> => {
  const { connectionId } = account;
  const missing = missingScopes(account);
  if (missing.length > 0) throw conflict('ERR_META_COMMENTS_PERMISSION', { permission: missing.join(', ') });
  const lacking = await lackingAppFields(account, scope);
  if (lacking.length > 0) throw conflict('ERR_META_COMMENTS_FIELDS', { fields: lacking.join(', ') });
  // First stored: the page’s fields are those that its accounts want.
  await storeComments(scope, connectionId, true);
  try {
    await subscribe(scope, { ...account, hasComments: true });
    if ((await findAccount(scope, connectionId))?.commentsRefused) throw conflict('ERR_META_COMMENTS_REFUSED');
  } catch (error) {
    await storeComments(scope, connectionId, false);
    throw error;
  }
};

/** Without an answer of Meta its events are ignored all the same, and the hourly check ends the subscription. */
const switchOff = async (scope: Scope, { connectionId }: { connectionId: number }, ready: ReadyAccount | undefined) => {
  await storeComments(scope, connectionId, false);
  if (!ready) return;
  await subscribe(scope, { ...ready, hasComments: false }).catch(async (error: unknown) => {
    scope.log.info({ err: error, connection: connectionId }, 'subscription to comments could not be ended');
    await reportEnded(scope, connectionId, error);
  });
};

/** The switch by which an account receives the comments on its posts. */
export const commentSwitch = (host: Host<typeof manifest>): void => {
  host.route('PUT', '/meta/connections/:connectionId/comments', {
    access: 'meta:edit',
    rate: 30,
    summary:
      'Switches the comments on posts of an account on or off, here and at Meta; with a login that gave more permissions',
    input: { params, body: z.object({ isOn: z.boolean(), login: z.string().min(1).max(100).optional() }) },
    handle: async ({ params: { connectionId }, body: { isOn, login } }, scope): Promise<AccountView> => {
      await metaConnection(scope, connectionId);
      if (isOn && login !== undefined) await renew(scope, connectionId, login);
      const ready = await withApp(scope, await findAccount(scope, connectionId));
      if (!isOn) await switchOff(scope, { connectionId }, ready);
      else {
        if (!ready) throw conflict('ERR_META_NOT_CONNECTED');
        await askMeta(() =>
          switchOn(scope, ready).catch(async (error: unknown) => {
            await reportEnded(scope, connectionId, error);
            throw error;
          }),
        );
      }
      return viewOf(scope, connectionId);
    },
  });
};
