import { isPageOf } from '../notices/decide.ts';
import { workerRegistration } from './worker.ts';

export type Consent = NotificationPermission | 'unsupported';
export const consentNow = (): Consent => ('Notification' in globalThis ? Notification.permission : 'unsupported');

export interface DesktopNotice {
  title: string;
  body: string;
  path: string;
  tag: string;
}

/** Shows a desktop notification. The service worker handles its click, even after this tab was closed. */
export async function showOnDesktop({ title, body, path, tag }: DesktopNotice): Promise<void> {
  if (consentNow() !== 'granted') return;
  const registration = await workerRegistration();
  // The product plays its own sound.
  await registration?.showNotification(title, { body, tag, silent: true, icon: '/icon-192.png', data: { path } });
}

/** Closes this browser's notifications, by tag or by the page they lead to, which is shown at this address. */
export async function closeOnDesktop(of: { tag: string } | { address: string }): Promise<void> {
  const registration = await workerRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) {
    const { path } = (notification.data ?? {}) as { path?: string };
    const isMeant = 'tag' in of ? notification.tag === of.tag : path !== undefined && isPageOf(of.address, path);
    if (isMeant) notification.close();
  }
}
