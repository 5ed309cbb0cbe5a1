import type { Scope } from '@balcao/sdk/server';
import { isMetaChannel, type AccountView } from '../../contract.ts';
import { callbackPath } from '../app/app.ts';
import { missingScopes } from '../comments/permissions.ts';
import { findAccount, metaConnection } from './account.ts';

/** Returns the account of a connection as its check page shows it, without the token. */
export const viewOf = async (scope: Scope, connectionId: number): Promise<AccountView> => {
  const { channel } = await metaConnection(scope, connectionId);
  const account = await findAccount(scope, connectionId);
  const callbacks = await callbackPath(scope, account?.ownApp ?? false);
  return {
    connectionId,
    channel: isMetaChannel(channel) ? channel : 'facebook',
    via: account?.via ?? 'page',
    pageId: account?.pageId ?? '',
    name: account?.name ?? '',
    username: account?.username ?? '',
    connectedAs: account?.connectedAs ?? '',
    expiresAt: account?.expiresAt?.toISOString() ?? null,
    heardAt: account?.heardAt?.toISOString() ?? null,
    usesOwnApp: account?.ownApp ?? false,
    webhookPath: `${callbacks}/webhook`,
    deletionPath: `${callbacks}/deletion`,
    deauthorizePath: `${callbacks}/deauthorize`,
    trouble: account?.trouble ?? 'removed',
    comments: {
      isOn: account?.hasComments ?? false,
      missing: account ? missingScopes(account) : [],
      isRefused: account?.commentsRefused ?? false,
    },
  };
};
