import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { Settings20Filled, Settings20Regular } from '@fluentui/react-icons';
import { appMenu, translate, useOptionalSession, usePoint, useT } from '@balcao/sdk/client';
import type { AppMenu, IconPart, Item } from '@balcao/sdk/client';
import { withIconBoundary } from './icon-boundary.tsx';

export type MenuSection = AppMenu['section'];
export const sections: readonly MenuSection[] = ['work', 'relations', 'administration'];

export interface MenuEntry {
  /** Unique over all plugins. */
  key: string;
  section: MenuSection;
  /** In the reader's language. */
  label: string;
  path: string;
  icon: IconPart;
  iconActive: IconPart;
  /** Absent on the shell's own entries. */
  item?: Item<AppMenu>;
}

/** What the menu holds for this person now, section by section, each in its order. */
export function useMenu(): readonly MenuEntry[] {
  const t = useT('shell');
  const items = usePoint(appMenu);
  const session = useOptionalSession();
  const maySet = session?.can('settings:view') === true;
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
    if (maySet) {
      entries.push({
        key: 'shell/settings',
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
  }, [items, maySet, administers, t]);
}

/** Where people were last under entries that lead back there; one person's place is none of the next one's. */
const left = new Map<string, string>();
let leftBy: number | undefined;

/** Where an entry leads from here. */
export const addressOf = ({ key, path }: MenuEntry, isCurrent: boolean): string =>
  isCurrent ? path : (left.get(key) ?? path);

/** The entry whose place this is: the longest path that leads here. */
export function useCurrentEntry(entries: readonly MenuEntry[]): MenuEntry | undefined {
  const { pathname, search } = useLocation();
  const userId = useOptionalSession()?.user.id;
  const current = entries
    .filter(({ path }) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
    .sort((one, other) => other.path.length - one.path.length)[0];
  useEffect(() => {
    if (leftBy !== userId) left.clear();
    leftBy = userId;
    if (current?.item?.returns) left.set(current.key, pathname + search);
  }, [current, pathname, search, userId]);
  return current;
}
