import { whileThere } from './worker.ts';

export type Consent = NotificationPermission | 'unsupported';
export const consentNow = (): Consent => ('Notification' in globalThis ? Notification.permission : 'unsupported');

export interface DesktopNotice {
  title: string;
  body: string;
  path: string;
  tag: string;
}

/** A notice of the desktop. The service worker answers its press, also when this tab is gone by then. */
export async function showOnDesktop({ title, body, path, tag }: DesktopNotice): Promise<void> {
  if (consentNow() !== 'granted') return;
  const registration = await whileThere();
  // The sound is the product's own.
  await registration?.showNotification(title, { body, tag, silent: true, icon: '/icon-192.png', data: { path } });
}

/** Takes away what this browser shows of something, by tag or by the page it leads to. */
export async function closeOnDesktop(of: { tag: string } | { path: string }): Promise<void> {
  const registration = await whileThere();
  for (const notification of (await registration?.getNotifications()) ?? []) {
    const { path } = (notification.data ?? {}) as { path?: string };
    if ('tag' in of ? notification.tag === of.tag : path?.split(/[?#]/)[0] === of.path) notification.close();
  }
}
