import type { Scope } from '@balcao/sdk/server';
import type { Account } from '../account/account.ts';
import { installationApp, companyApp } from '../app/app.ts';
import { graph } from '../graph/graph.ts';
import type { WireMessage } from './envelope.ts';

/** Meta’s own programs in which people answer. */
const ownPrograms: Readonly<Record<string, string>> = {
  '263902037430900': 'Meta Business Suite',
  '1217981644879628': 'Instagram',
};
/** Without an app it was written in the network’s own program. */
const withoutApp = { facebook: 'Meta Business Suite', instagram: 'Instagram' } as const;

/** Names of apps by id; '' for one that Meta does not name. */
const known = new Map<string, string>();
const maxKnown = 1000;
/** Meta waits for the answer to its call, so a slow name is done without. */
const patienceMs = 3_000;

const nameOf = async (scope: Scope, appId: string): Promise<string> => {
  const app = companyApp(scope) ?? (await installationApp(scope));
  if (!app) return '';
  const credentials = { token: `${app.appId}|${app.appSecret}`, appSecret: app.appSecret };
  const signal = AbortSignal.any([scope.signal, AbortSignal.timeout(patienceMs)]);
  const { name } = await graph<{ name?: unknown }>(credentials, appId, { query: { fields: 'name' }, signal }).catch(
    () => ({ name: '' }),
  );
  return typeof name === 'string' ? name.trim() : '';
};

/** Returns the name of the program in which somebody wrote for the company, as people know it. */
export const authorOfEcho = async (
  scope: Scope,
  { channel }: Pick<Account, 'channel'>,
  { app_id: appId }: WireMessage,
): Promise<string> => {
  if (appId === undefined) return withoutApp[channel];
  const own = ownPrograms[appId];
  if (own) return own;
  const stored = known.get(appId);
  const name = stored ?? (/^\d+$/.test(appId) ? await nameOf(scope, appId) : '');
  if (known.size >= maxKnown) known.clear();
  known.set(appId, name);
  return name || scope.t('echo.otherApp');
};
