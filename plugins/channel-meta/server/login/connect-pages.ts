import { AppError, forbidden, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import type { ConnectResult, MetaChannel } from '../../contract.ts';
import { renewAccount } from '../account/fields.ts';
import { connect } from '../connect.ts';
import type { Login } from './logins.ts';
import { offerOf } from './offer.ts';

export interface Chosen {
  pageId: string;
  channel: MetaChannel;
}

const nameOf = (login: Login, { pageId, channel }: Chosen): string => {
  const page = login.pages.find((one) => one.pageId === pageId);
  const name =
    channel === 'instagram' ? `Instagram @${page?.instagram?.username ?? ''}` : `Messenger ${page?.name ?? ''}`;
  return [...name.trim()].slice(0, 50).join('');
};

const connectOne = async (scope: Scope, login: Login, one: Chosen, queueId: number): Promise<number> => {
  const { pages } = await offerOf(scope, login, login);
  const offered = pages
    .find(({ pageId }) => pageId === one.pageId)
    ?.channels.find(({ channel }) => channel === one.channel);
  if (offered?.obstacle === 'elsewhere' || offered?.obstacle === 'connected') throw new AppError(409, 'ERR_META_TAKEN');
  const known = offered?.connectionId;
  if (known) {
    await scope.tx((inner) => renewAccount(inner, { connectionId: known, ...one, login }));
    await connect({ id: known }, scope);
    return known;
  }
  const made = await scope.use(connections).create({
    name: nameOf(login, one),
    channel: one.channel,
    queueId,
    options: { login: login.id, pageId: one.pageId },
  });
  await connect(made, scope);
  return made.id;
};

/** Connects the chosen channels, one after the other; each fails by itself, with its reason. */
export const connectPages = async (
  scope: Scope,
  login: Login,
  chosen: readonly Chosen[],
  queueId: number,
): Promise<ConnectResult[]> => {
  if (!scope.can('connections-page:addConnection')) throw forbidden();
  const results: ConnectResult[] = [];
  for (const one of chosen) {
    try {
      results.push({ ...one, connectionId: await connectOne(scope, login, one, queueId), fault: null });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      results.push({ ...one, connectionId: null, fault: error.code });
    }
  }
  return results;
};
