import { settingStore, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';

/** An app at Meta: with it people log in, and by its secret calls are signed. */
export interface MetaApp {
  appId: string;
  appSecret: string;
  verifyToken: string;
  /** Configuration of Facebook Login for Business; '' for a login by permissions. */
  configId: string;
}

/** Names of the installation’s values, by their settings. */
const secretNames = {
  metaAppId: 'app-id',
  metaAppSecret: 'app-secret',
  metaVerifyToken: 'verify-token',
  metaConfigId: 'config-id',
} as const;

const isUsable = ({ appId, appSecret }: MetaApp): boolean => appId !== '' && appSecret !== '';

/** Returns the app of the installation, which serves all companies; undefined until a super user has entered it. */
export const installationApp = async ({ secrets }: Scope): Promise<MetaApp | undefined> => {
  const read = async (name: string): Promise<string> => (await secrets.get(name)) ?? '';
  const app = {
    appId: await read(secretNames.metaAppId),
    appSecret: await read(secretNames.metaAppSecret),
    verifyToken: await read(secretNames.metaVerifyToken),
    configId: await read(secretNames.metaConfigId),
  };
  return isUsable(app) ? app : undefined;
};

/** Returns the company’s own app; undefined if it has none. */
export const companyApp = ({ settings }: Scope): MetaApp | undefined => {
  const app = {
    appId: settings.get('metaOwnAppId').trim(),
    appSecret: settings.get('metaOwnAppSecret').trim(),
    verifyToken: settings.get('metaOwnVerifyToken').trim(),
    configId: settings.get('metaOwnConfigId').trim(),
  };
  return isUsable(app) ? app : undefined;
};

/** Returns the app by which an account was connected. */
export const appOf = async (scope: Scope, { ownApp }: { ownApp: boolean }): Promise<MetaApp | undefined> =>
  ownApp ? companyApp(scope) : installationApp(scope);

/** Stores the settings of the installation’s app outside any company. */
export const installationSettings = (host: Host<typeof manifest>): void => {
  for (const [key, name] of Object.entries(secretNames))
    host.contribute(settingStore, {
      id: name,
      key,
      read: async ({ secrets }) => (await secrets.get(name)) ?? '',
      write: (value, { secrets }) => secrets.set(name, String(value).trim()),
    });
};

/** The reference of the public address of a company’s own app. */
export const ownAppRef = 'own-app';
/** Returns the path under which Meta calls an app’s routes: its webhook, and what concerns people who logged in. */
export const callbackPath = async (scope: Scope, ownApp: boolean): Promise<string> =>
  ownApp ? `/api/meta/${await scope.addresses.issue(ownAppRef)}` : '/api/meta';
