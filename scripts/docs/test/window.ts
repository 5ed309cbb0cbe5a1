import { JSDOM } from 'jsdom';

/** Node's own globals stay where jsdom has another: the server runs in this process too. */
const overridden = new Set(['Event', 'CustomEvent', 'EventTarget', 'navigator', 'localStorage', 'sessionStorage']);

/** Replaces Node's globals by those of a browser at `url`, with requests that go to the real server there. */
export function openWindow(url: string): void {
  const { window } = new JSDOM('<!doctype html><html><body></body></html>', { url, pretendToBeVisual: true });
  for (const name of Object.getOwnPropertyNames(window)) {
    if (name in globalThis && !overridden.has(name)) continue;
    const value: unknown = Reflect.get(window, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  const send = globalThis.fetch;
  Object.assign(globalThis, {
    fetch: (input: string, init?: RequestInit) => send(new URL(input, url), init),
    matchMedia: () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }),
    ResizeObserver: class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  });
}
