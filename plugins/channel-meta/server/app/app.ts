import { settingStore, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import type { Via } from '../../contract.ts';

/** An app at Meta: with it people log in, and by its secret calls are signed. */
export interface MetaApp {
  appId: string;
  appSecret: string;
  verifyToken: string;
  /** Configuration of Facebook Login for Business; '' for a login by permissions. */
  configId: string;
  /** The ids that the same app has for logins at Instagram, without a page; absent if nobody entered them. */
  instagram?: { appId: string; appSecret: string };
}

/** Names of the installation’s values, by their settings. */
const secretNames = {
  metaAppId: 'app-id',
  metaAppSecret: 'app-secret',
  metaVerifyToken: 'verify-token',
  metaConfigId: 'config-id',
  metaInstagramAppId: 'instagram-app-id',
  metaInstagramAppSecret: 'instagram-app-secret',
} as const;

const isUsable = ({ appId, appSecret }: Pick<MetaApp, 'appId' | 'appSecret'>): boolean =>
  appId !== '' && appSecret !== '';

const withInstagram = (app: MetaApp, instagram: { appId: string; appSecret: string }): MetaApp | undefined =>
  isUsable(app) ? { ...app, ...(isUsable(instagram) && { instagram }) } : undefined;

/** Returns the app of the installation, which serves all companies; undefined until a super user has entered it. */
export const installationApp = async ({ secrets }: Scope): Promise<MetaApp | undefined> => {
  const read = async (name: string): Promise<string> => (await secrets.get(name)) ?? '';
  const app = {
    appId: await read(secretNames.metaAppId),
    appSecret: await read(secretNames.metaAppSecret),
    verifyToken: await read(secretNames.metaVerifyToken),
    configId: await read(secretNames.metaConfigId),
  };
  return withInstagram(app, {
    appId: await read(secretNames.metaInstagramAppId),
    appSecret: await read(secretNames.metaInstagramAppSecret),
  });
};

/** Returns the company’s own app; undefined if it has none. */
export const companyApp = ({ settings }: Scope): MetaApp | undefined => {
  const app = {
    appId: settings.get('metaOwnAppId').trim(),
    appSecret: settings.get('metaOwnAppSecret').trim(),
    verifyToken: settings.get('metaOwnVerifyToken').trim(),
    configId: settings.get('metaOwnConfigId').trim(),
  };
  return withInstagram(app, {
    appId: settings.get('metaOwnInstagramAppId').trim(),
    appSecret: settings.get('metaOwnInstagramAppSecret').trim(),
  });
};

/** Returns the app with the ids that it has for this kind of login; undefined if it has none. */
export const appFor = (app: MetaApp | undefined, via: Via): MetaApp | undefined => {
  if (!app || via === 'page') return app;
  return app.instagram && { ...app, ...app.instagram };
};

/** Returns the app by which an account was connected. */
export const appOf = async (
  scope: Scope,
  { ownApp, via }: { ownApp: boolean; via: Via },
): Promise<MetaApp | undefined> => appFor(ownApp ? companyApp(scope) : await installationApp(scope), via);

/** Returns the secrets by which Meta may sign a call to an app: its own, and that of its logins at Instagram. */
export const signingSecrets = (app: MetaApp | undefined): string[] =>
  app ? [app.appSecret, ...(app.instagram ? [app.instagram.appSecret] : [])] : [];

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
