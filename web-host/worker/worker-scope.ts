// Types of a service worker, reduced to the parts in use: the compiler's own conflict with those of pages.

export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
/** A rule of the static routing API: https://www.w3.org/TR/service-workers/#dictdef-routerrule. */
export interface RouterRule {
  condition: { requestMode?: 'navigate'; urlPattern?: { pathname: string } };
  source: 'network' | 'fetch-event' | 'race-network-and-fetch-handler';
}
export interface InstallEvent extends ExtendableEvent {
  /** Absent where the browser has no static routing: then every request passes the worker. */
  addRoutes?(rules: readonly RouterRule[]): Promise<void>;
}
export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
export interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}
export interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification;
}
export interface WindowClient {
  readonly url: string;
  readonly focused: boolean;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<WindowClient>;
  postMessage(message: unknown, transfer?: Transferable[]): void;
}

interface Events {
  install: InstallEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  push: PushEvent;
  notificationclick: NotificationEvent;
  message: ExtendableEvent & { readonly data: unknown };
}
export interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly caches: CacheStorage;
  readonly navigator: { setAppBadge?(count?: number): Promise<void> };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<WindowClient | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof Events>(kind: K, listener: (event: Events[K]) => void): void;
}

export const worker = self as unknown as WorkerScope;
