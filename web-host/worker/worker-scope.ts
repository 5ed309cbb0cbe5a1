/** The parts of the service worker scope in use; the compiler's own declaration conflicts with that of pages. */
export interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
/** A rule of the static routing API: https://www.w3.org/TR/service-workers/#dictdef-routerrule. */
export interface RouterRule {
  condition: { requestMode?: 'navigate'; urlPattern?: { pathname: string } };
  source: 'network' | 'fetch-event' | 'race-network-and-fetch-handler';
}
export interface Installing extends Lasting {
  /** Absent where the browser has no static routing: then every request passes the worker. */
  addRoutes?(rules: readonly RouterRule[]): Promise<void>;
}
export interface Fetching extends Lasting {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
export interface Pushed extends Lasting {
  readonly data: { json(): unknown } | null;
}
export interface Clicked extends Lasting {
  readonly notification: Notification;
}
export interface WindowClient {
  readonly url: string;
  readonly focused: boolean;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<WindowClient>;
  postMessage(message: unknown): void;
}

interface Events {
  install: Installing;
  activate: Lasting;
  fetch: Fetching;
  push: Pushed;
  notificationclick: Clicked;
  message: Lasting & { readonly data: unknown };
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
