import type { Browser, BrowserContext, CDPSession, Page, Worker } from 'playwright-core';
import type { Person, TestHost } from '@balcao/testing';
import type { Subscription } from './push-service.ts';
import { eventually } from '@balcao/testing';

/**
 * The Chromium of these tests has no screen and refuses every notification. Notifications are collected here instead,
 * by tag as a desktop does.
 */
const desktop = `
  const shown = new Map();
  ServiceWorkerRegistration.prototype.showNotification = (title, options) => {
    shown.set(options.tag, { title, ...options, close: () => shown.delete(options.tag) });
    return Promise.resolve();
  };
  ServiceWorkerRegistration.prototype.getNotifications = () => Promise.resolve([...shown.values()]);`;

/** Counts sounds and permission requests, before any script of the page runs. */
const watching = (consent: NotificationPermission): string => `
  globalThis.tones = 0;
  globalThis.asked = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...rest) { globalThis.tones += 1; return start.apply(this, rest); };
  if (globalThis.ServiceWorkerRegistration) {
    let consent = '${consent}';
    Object.defineProperty(Notification, 'permission', { get: () => consent });
    Notification.requestPermission = () => { globalThis.asked += 1; consent = 'granted'; return Promise.resolve(consent); };
    ${desktop}
  }`;

/** A browser without a push service cannot subscribe, so the test provides the subscription. */
const subscribing = ({ asJson }: Subscription): string => `
  if (globalThis.PushManager) {
    const made = {
      endpoint: ${JSON.stringify(asJson.endpoint)},
      toJSON: () => (${JSON.stringify(asJson)}),
      unsubscribe: () => { localStorage.removeItem('test-push'); return Promise.resolve(true); },
    };
    PushManager.prototype.subscribe = function (options) {
      globalThis.pushKey = options.applicationServerKey;
      localStorage.setItem('test-push', 'on');
      return Promise.resolve(made);
    };
    PushManager.prototype.getSubscription = () =>
      Promise.resolve(localStorage.getItem('test-push') ? made : null);
  }`;

export interface Opened {
  context: BrowserContext;
  page: Page;
}

/** Opens a window of a signed-in person with the room joined and the service worker installed. */
export const openWindow = async (
  browser: Browser,
  host: TestHost,
  person: Person,
  options: { subscription?: Subscription; consent?: NotificationPermission } = {},
): Promise<Opened> => {
  const { subscription, consent = 'granted' } = options;
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  await context.addInitScript(watching(consent));
  if (subscription) await context.addInitScript(subscribing(subscription));
  await context.request.post(`${host.url}/api/auth/login`, {
    data: { email: person.email, password: person.password },
  });
  const page = await context.newPage();
  await goTo(page, host, person, '/settings');
  return { context, page };
};

/** Opens a page and waits until the server has its visibility report: from then on it receives everything. */
export const goTo = async (page: Page, host: TestHost, person: Person, path: string): Promise<void> => {
  const { owner } = host.kernel.database;
  const { rows } = await owner.query<{ now: Date }>('select clock_timestamp() as now');
  await page.goto(host.url + path);
  await page.getByRole('button', { name: /^Conta de/ }).waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await eventually(async () => {
    const seen = await owner.query(
      'select 1 from notifications.looking where user_id = $1 and path = $2 and seen_at > $3',
      [person.id, path, rows[0]?.now],
    );
    return seen.rows.length > 0;
  });
};

/** Hides the page as if another window covered it, which a headless browser cannot do. */
export const hide = (page: Page, hidden = true): Promise<unknown> =>
  page.evaluate(`(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => ${hidden ? "'hidden'" : "'visible'"} });
    document.hasFocus = () => ${!hidden};
    document.dispatchEvent(new Event('visibilitychange'));
  })()`);

export const tones = (page: Page): Promise<number> => page.evaluate<number>('globalThis.tones');

/** Returns the collected desktop notifications. */
export const onDesktop = (page: Page): Promise<{ title: string; body: string; tag: string }[]> =>
  page.evaluate(`navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`);

/** Returns the worker of the page's origin as a target of the browser's push interface. */
export const pushTarget = async (
  { context, page }: Opened,
  origin: string,
): Promise<(message: object) => Promise<void>> => {
  const session: CDPSession = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ isDeleted, scopeURL }) => !isDeleted && scopeURL.startsWith(origin));
      if (one) resolve(one.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await found;
  return async (message) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) });
  };
};

const workerOf = async ({ context }: Opened): Promise<Worker> =>
  context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));

/**
 * Makes the worker collect its notifications and the windows it opens. The badge of the app icon would crash this browser, so it is
 * disabled.
 */
export const watchWorker = async (opened: Opened): Promise<void> => {
  await (
    await workerOf(opened)
  ).evaluate(`(() => {
    ${desktop}
    WorkerNavigator.prototype.setAppBadge = () => Promise.resolve();
    // Browsers let a worker open windows only after a real click.
    self.openedPaths = [];
    Clients.prototype.openWindow = (path) => Promise.resolve(void openedPaths.push(path));
  })()`);
};

/** Returns the paths of the windows that the worker opened. */
export const openedByWorker = async (opened: Opened): Promise<string[]> =>
  (await workerOf(opened)).evaluate('openedPaths');

/**
 * Sets whether the worker finds windows of the product. The browser would stop a worker without windows, and lose the
 * test's patches, so for a closed product the worker only finds none.
 */
export const setClosed = async (opened: Opened, isClosed: boolean): Promise<void> => {
  await (
    await workerOf(opened)
  ).evaluate(`(() => {
    self.found ??= Clients.prototype.matchAll;
    Clients.prototype.matchAll = ${isClosed ? '() => Promise.resolve([])' : 'self.found'};
  })()`);
};

/** Returns the notifications shown by the worker. */
export const ofWorker = async (opened: Opened): Promise<{ title: string; body: string; tag: string }[]> =>
  (await workerOf(opened)).evaluate(
    `registration.getNotifications().then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`,
  );

/** Clicks the notification that leads to this page. */
export const press = async (opened: Opened, path: string): Promise<void> => {
  await (
    await workerOf(opened)
  ).evaluate(`(() => {
    const event = new ExtendableEvent('notificationclick');
    event.notification = { data: { path: ${JSON.stringify(path)} }, close() {} };
    dispatchEvent(event);
  })()`);
};
