import type { Scope } from '@balcao/sdk/server';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const createKeys = async (): Promise<string> => {
  const { default: webPush } = await import('web-push');
  return JSON.stringify(webPush.generateVAPIDKeys());
};

/** Returns the VAPID keys of this installation, created once because every subscription is bound to the key. */
export const vapidKeys = async (scope: Scope): Promise<VapidKeys> =>
  JSON.parse(await scope.secrets.once('vapid', createKeys)) as VapidKeys;

export const publicKey = async (scope: Scope): Promise<string> => (await vapidKeys(scope)).publicKey;
