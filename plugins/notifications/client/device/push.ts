import { api } from '@balcao/sdk/client';
import { preferencesNow } from '../preferences.ts';
import { workerRegistration } from './worker.ts';

const manager = async (): Promise<PushManager | undefined> =>
  (await workerRegistration())?.pushManager as PushManager | undefined;

export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in globalThis;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** Returns the server's id of this browser's subscription for this person, or undefined. */
export async function currentDeviceId(): Promise<number | undefined> {
  const subscription = await (await manager())?.getSubscription();
  if (!subscription) return undefined;
  const { id } = await api.post<{ id: number | null }>('/notifications/devices/known', {
    endpoint: subscription.endpoint,
  });
  return id ?? undefined;
}

/** Subscribes this browser; the permission must have been granted before. Returns the subscription's id. */
export async function subscribeDevice(): Promise<number> {
  const pushes = await manager();
  if (!pushes) throw new Error('the page has no service worker');
  const { publicKey } = await preferencesNow();
  const subscription = await pushes.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
  const { id } = await api.post<{ id: number }>('/notifications/devices', subscription.toJSON());
  return id;
}

/** Unsubscribes the browser first: messages that the server still sends are then dropped. */
export async function unsubscribeDevice(id: number): Promise<void> {
  await (await (await manager())?.getSubscription())?.unsubscribe();
  await api.delete(`/notifications/devices/${id}`);
}

/**
 * Removes the subscription of another person in this browser, so that nobody reads the notifications of somebody else.
 * Returns whether there is one of this person. A super user who visits a company keeps the own one.
 */
export async function dropForeignSubscription(isImpersonating: boolean): Promise<boolean> {
  if (isImpersonating) return false;
  const subscription = await (await manager())?.getSubscription();
  if (!subscription) return false;
  if ((await currentDeviceId()) !== undefined) return true;
  await subscription.unsubscribe();
  return false;
}
