import { useSyncExternalStore } from 'react';

export interface Viewport {
  /** Under 600 px wide. */
  touch: boolean;
  /** 600 to 1279 px. */
  medium: boolean;
  /** From 1280 px. */
  wide: boolean;
  /** In CSS pixels. */
  width: number;
}

const listeners = new Set<() => void>();
const measure = (width: number): Viewport => ({
  touch: width < 600,
  medium: width >= 600 && width < 1280,
  wide: width >= 1280,
  width,
});
let viewport = measure(typeof innerWidth === 'number' ? innerWidth : 1440);

if (typeof window !== 'undefined') {
  window.addEventListener('resize', () => {
    if (innerWidth === viewport.width) return;
    viewport = measure(innerWidth);
    for (const listener of listeners) listener();
  });
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const read = () => viewport;

export const useViewport = (): Viewport => useSyncExternalStore(subscribe, read, read);
