import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { JoinedRoom } from '@balcao/sdk/client';
import { closeOnDesktop } from '../device/desktop.ts';

const every = 25_000;

const isVisible = (): boolean => document.visibilityState === 'visible';

/**
 * Reports to the server while a page of the product is visible, so that no push is sent to a person who is looking at
 * it.
 */
export function useVisibilityReport({ send, joined }: JoinedRoom): void {
  const { pathname, search } = useLocation();
  const [tab] = useState(() => [...crypto.getRandomValues(new Uint8Array(8))].join('').slice(0, 24));
  useEffect(() => {
    if (!joined) return;
    const report = (visible = isVisible()): void => {
      send('looking', { tab, path: visible ? pathname.slice(0, 500) : null });
      if (visible) void closeOnDesktop({ address: pathname + search }).catch(() => undefined);
    };
    const changed = (): void => report();
    const left = (): void => report(false);
    report();
    const beat = setInterval(() => isVisible() && report(), every);
    document.addEventListener('visibilitychange', changed);
    addEventListener('pagehide', left);
    return () => {
      clearInterval(beat);
      document.removeEventListener('visibilitychange', changed);
      removeEventListener('pagehide', left);
    };
  }, [send, joined, pathname, search, tab]);
}
