import { settingStore, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';

/** The client by which people consent at Google. */
export interface GoogleClient {
  clientId: string;
  clientSecret: string;
}

/** Names of the installation’s values, by their settings. */
const secretNames = { googleClientId: 'client-id', googleClientSecret: 'client-secret' } as const;

const usable = (clientId: string, clientSecret: string): GoogleClient | undefined =>
  clientId === '' || clientSecret === '' ? undefined : { clientId, clientSecret };

/** Returns the company’s own client, or that of the installation; undefined until somebody has entered it. */
export const clientOf = async ({ settings, secrets }: Scope, isOwn: boolean): Promise<GoogleClient | undefined> =>
  isOwn
    ? usable(settings.get('googleOwnClientId').trim(), settings.get('googleOwnClientSecret').trim())
    : usable(
        (await secrets.get(secretNames.googleClientId)) ?? '',
        (await secrets.get(secretNames.googleClientSecret)) ?? '',
      );

/** Returns the client for a new consent: the company’s own, else that of the installation. */
export const clientForConsent = async (scope: Scope): Promise<(GoogleClient & { isOwn: boolean }) | undefined> => {
  for (const isOwn of [true, false]) {
    const client = await clientOf(scope, isOwn);
    if (client) return { ...client, isOwn };
  }
  return undefined;
};

/** Stores the settings of the installation’s client outside any company. */
export const installationSettings = (host: Host<typeof manifest>): void => {
  for (const [key, name] of Object.entries(secretNames))
    host.contribute(settingStore, {
      id: name,
      key,
      read: async ({ secrets }) => (await secrets.get(name)) ?? '',
      write: (value, { secrets }) => secrets.set(name, String(value).trim()),
    });
};
