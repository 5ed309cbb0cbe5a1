import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { Settings20Filled, Settings20Regular } from '@fluentui/react-icons';
import { appMenu, translate, useOptionalSession, usePoint, useT } from '@balcao/sdk/client';
import type { AppMenu, IconPart, Item } from '@balcao/sdk/client';
import { withIconBoundary } from './icon-boundary.tsx';

export type MenuSection = AppMenu['section'];
export const sections: readonly MenuSection[] = ['work', 'relations', 'administration'];

/** Key of the shell's own entry. */
export const settingsKey = 'shell/settings';

export interface MenuEntry {
  /** Unique across all plugins. */
  key: string;
  section: MenuSection;
  /** Text in the reader's language. */
  label: string;
  path: string;
  icon: IconPart;
  iconActive: IconPart;
  /** Absent for the shell's own entries. */
  item?: Item<AppMenu>;
}

/** Returns the person's menu entries by section, in order. */
export function useMenu(): readonly MenuEntry[] {
  const t = useT('shell');
  const items = usePoint(appMenu);
  const session = useOptionalSession();
  const maySeeSettings = session?.can('settings:view') === true;
  const administers = session?.can('drawer-admin-items:view') === true;
  return useMemo(() => {
    const entries = items.map((item): MenuEntry => ({
      key: `${item.plugin}/${item.id}`,
      section: item.section,
      label: translate(item.plugin, item.label),
      path: item.path,
      icon: withIconBoundary(item.icon),
      iconActive: withIconBoundary(item.iconActive ?? item.icon),
      item,
    }));
    if (maySeeSettings) {
      entries.push({
        key: settingsKey,
        section: 'administration',
        label: t('nav.settings'),
        path: '/settings',
        icon: Settings20Regular,
        iconActive: Settings20Filled,
      });
    }
    return sections
      .filter((section) => section !== 'administration' || administers)
      .flatMap((section) => entries.filter((entry) => entry.section === section));
  }, [items, maySeeSettings, administers, t]);
}

/** The last path under entries that return to it; not shared between people. */
const lastPaths = new Map<string, string>();
let lastPathsOwner: number | undefined;

/** Returns the address that an entry leads to from the current page. */
export const addressOf = ({ key, path }: MenuEntry, isCurrent: boolean): string =>
  isCurrent ? path : (lastPaths.get(key) ?? path);

/** Returns the entry of the current path: the one with the longest matching path. */
export function useCurrentEntry(entries: readonly MenuEntry[]): MenuEntry | undefined {
  const { pathname, search } = useLocation();
  const userId = useOptionalSession()?.user.id;
  const current = entries
    .filter(({ path }) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
    .sort((one, other) => other.path.length - one.path.length)[0];
  useEffect(() => {
    if (lastPathsOwner !== userId) lastPaths.clear();
    lastPathsOwner = userId;
    if (current?.item?.returns) lastPaths.set(current.key, pathname + search);
  }, [current, pathname, search, userId]);
  return current;
}
