import { conflict, notFound, z, type Scope } from '@balcao/sdk/server';
import type { ChannelFields } from '@balcao/connections/contract';
import type { MetaChannel } from '../../contract.ts';
import { findLogin, type Login } from '../login/logins.ts';
import { mayMessage } from '../login/offer.ts';
import type { FoundPage } from '../login/pages.ts';
import { saveAccount } from './account.ts';

const chosen = z.object({ login: z.string().max(100).optional(), pageId: z.string().max(60).optional() });

/** Postgres: an account is connected once in the installation. */
const isTaken = (error: unknown): boolean => {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return code === '23505' || cause?.code === '23505';
};

const attach = async (
  scope: Scope,
  connectionId: number,
  channel: MetaChannel,
  login: Login,
  page: FoundPage,
): Promise<void> => {
  const { instagram } = page;
  if (login.via === 'instagram' && channel !== 'instagram') throw notFound('ERR_META_NO_PAGE_FOUND');
  if (!mayMessage(page)) throw conflict('ERR_META_TASK');
  if (channel === 'instagram' && !instagram) throw conflict('ERR_META_NO_INSTAGRAM');
  try {
    await saveAccount(scope, {
      connectionId,
      channel,
      via: login.via,
      pageId: login.via === 'instagram' ? '' : page.pageId,
      igId: channel === 'instagram' ? (instagram?.id ?? '') : '',
      name: page.name,
      username: channel === 'instagram' ? (instagram?.username ?? '') : '',
      token: page.token,
      expiresAt: page.expiresAt === undefined ? null : new Date(page.expiresAt),
      scopes: login.scopes,
      connectedAs: login.person,
      personId: login.personId,
      ownApp: login.ownApp,
      site: login.site,
    });
  } catch (error) {
    throw isTaken(error) ? conflict('ERR_META_TAKEN') : error;
  }
};

/** Gives a connection the page that was chosen after a login, in the transaction that creates the connection. */
export const accountFields = (channel: MetaChannel): ChannelFields => ({
  schema: chosen,
  load: async () => new Map(),
  async save(connectionId, value, scope) {
    const { login: id, pageId } = chosen.parse(value);
    if (id === undefined) return;
    const login = await findLogin(scope, scope.user?.id ?? 0, id);
    const page = login.pages.find((one) => one.pageId === pageId);
    if (!page) throw notFound('ERR_META_NO_PAGE_FOUND');
    await attach(scope, connectionId, channel, login, page);
  },
});

/** Gives an existing connection a new token of the same account. */
export const renewAccount = async (
  scope: Scope,
  {
    connectionId,
    channel,
    login,
    pageId,
  }: { connectionId: number; channel: MetaChannel; login: Login; pageId: string },
): Promise<void> => {
  const page = login.pages.find((one) => one.pageId === pageId);
  if (!page) throw notFound('ERR_META_NO_PAGE_FOUND');
  await attach(scope, connectionId, channel, login, page);
};
