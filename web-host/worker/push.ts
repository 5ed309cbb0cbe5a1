import { worker, type NotificationEvent, type PushEvent, type WindowClient } from './worker-scope.ts';

/** Payload of a push notification. */
interface PushMessage {
  title: string;
  body: string;
  /** Path of a page of this app, from its root. */
  path: string;
  /** Not empty. A newer notification replaces an older one with the same tag. */
  tag: string;
  /** ISO time of the event. */
  at: string;
  silent: boolean;
}

/** Milliseconds in which a window answers; a longer wait would delay every notification of a page that is busy. */
const answerMs = 1000;

/** Asks a window, because the worker is stopped at any time and would forget what it was told before. */
const isSignedIn = (window: WindowClient): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(true));
    port1.start();
    setTimeout(resolve, answerMs, false);
    window.postMessage({ kind: 'is-signed-in' }, [port2]);
  });

/** Returns the windows of a signed-in person: public pages show no notifications and follow no navigation requests. */
const windows = async (): Promise<readonly WindowClient[]> => {
  const all = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const answers = await Promise.all(all.map(isSignedIn));
  return all.filter((_, at) => answers[at]);
};

const isText = (value: unknown): value is string => typeof value === 'string';
/** A notification opens pages of this app only: `//host` and `/\host` lead elsewhere. */
const isPath = (value: unknown): value is string => isText(value) && /^\/(?![/\\])/.test(value);

const read = ({ data }: PushEvent): PushMessage | undefined => {
  try {
    const message = data?.json() as Partial<PushMessage> | undefined;
    if (!message || !isText(message.title) || !isPath(message.path) || !isText(message.tag) || message.tag === '')
      return undefined;
    return {
      title: message.title,
      body: isText(message.body) ? message.body : '',
      path: message.path,
      tag: message.tag,
      at: isText(message.at) ? message.at : '',
      silent: message.silent === true,
    };
  } catch {
    return undefined;
  }
};

const show = async (message: PushMessage): Promise<void> => {
  // A visible page shows the notification itself, or it is open at what the notification is about.
  if ((await windows()).some(({ visibilityState }) => visibilityState === 'visible')) return;
  const { title, body, path, tag, at, silent } = message;
  const options: NotificationOptions & { renotify: boolean; timestamp: number } = {
    body,
    tag,
    silent,
    renotify: !silent,
    timestamp: Date.parse(at) || Date.now(),
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { path },
  };
  await worker.registration.showNotification(title, options);
  await worker.navigator.setAppBadge?.().catch(() => undefined);
};

export const onPush = (event: PushEvent): void => {
  const message = read(event);
  if (message) event.waitUntil(show(message));
};

const open = async (path: string): Promise<void> => {
  const all = await windows();
  const window = all.find(({ focused }) => focused) ?? all.find((one) => one.visibilityState === 'visible') ?? all[0];
  if (!window) return void (await worker.clients.openWindow(path));
  // The page navigates itself: `WindowClient.navigate` would reload it and lose the text typed in it.
  window.postMessage({ kind: 'go', path });
  // Browsers let a worker focus a window only right after a click; the navigation succeeds even without focus.
  await window.focus().catch(() => undefined);
};

export const onClick = (event: NotificationEvent): void => {
  const { notification } = event;
  notification.close();
  const { path } = (notification.data ?? {}) as { path?: unknown };
  event.waitUntil(open(isPath(path) ? path : '/'));
};
