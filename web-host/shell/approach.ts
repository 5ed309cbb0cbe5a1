import { useCallback } from 'react';
import { matchPath } from 'react-router-dom';
import { appRoute, usePoint } from '@balcao/sdk/client';
import { SettingsPage } from '../runtime/pages.ts';

interface Approached {
  onPointerEnter(): void;
  onFocus(): void;
}

/** Prefetches a page's code when the pointer or focus reaches its link, so that a click shows it at once. */
export function useApproach(): (path: string) => Approached {
  const routes = usePoint(appRoute);
  return useCallback(
    (path) => {
      const fetch = (): void => {
        const page =
          path === '/settings' ? SettingsPage : routes.find((route) => matchPath(route.path, path))?.component;
        if (page && 'preload' in page && typeof page.preload === 'function') void page.preload();
      };
      return { onPointerEnter: fetch, onFocus: fetch };
    },
    [routes],
  );
}
