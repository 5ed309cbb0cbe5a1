import type { LiveNotice } from '../../contract.ts';
import type { Preferences } from '../preferences.ts';

/** How visible this tab is to the person. */
export interface TabState {
  /** Path and query. */
  path: string;
  visible: boolean;
  focused: boolean;
  /** Names of the visible lists, which show new entries by themselves. */
  lists: readonly string[];
}
/** The browser's permissions. */
export interface Means {
  /**
   * Returns whether desktop notifications are permitted. Evaluated only when it matters: browsers take a while to
   * answer.
   */
  desktop(): boolean;
  /** This browser receives push notifications: the worker shows them while no page of the product is visible. */
  push: boolean;
}
export interface Delivery {
  card: boolean;
  sound: boolean;
  desktop: boolean;
}

/**
 * Returns whether an address, as path and query, shows the page of a notification: the same path, with every parameter
 * that the notification's path names. Other parameters, such as a search, do not matter.
 */
export const isPageOf = (address: string, path: string): boolean => {
  const [at, wanted] = [new URL(address, 'http://page'), new URL(path, 'http://page')];
  return (
    at.pathname === wanted.pathname &&
    [...wanted.searchParams].every(([name, value]) => at.searchParams.getAll(name).includes(value))
  );
};

export const isInFront = (
  { path, visible, focused }: Omit<TabState, 'lists'>,
  notice: Pick<LiveNotice, 'path'>,
): boolean => visible && focused && isPageOf(path, notice.path);

/** Ranks the tabs: the most visible one shows the notification; a tab that shows its page silences all others. */
export const rankOf = (tab: TabState, notice: Pick<LiveNotice, 'path'>): number => {
  if (isInFront(tab, notice)) return 0;
  return tab.focused && tab.visible ? 1 : tab.visible ? 2 : 3;
};

const nothing: Delivery = { card: false, sound: false, desktop: false };

export const decide = (
  notice: LiveNotice,
  tab: TabState,
  means: Means,
  { sounds, desktop }: Pick<Preferences, 'sounds' | 'desktop'>,
): Delivery => {
  if (isInFront(tab, notice)) return nothing;
  const sound = sounds && notice.sound !== false && !notice.quiet;
  // The push notification arrives anyway and has its own sound.
  if (!tab.visible && means.push) return nothing;
  const isElsewhere = !tab.visible || !tab.focused;
  return {
    card: tab.visible && (notice.list === undefined || !tab.lists.includes(notice.list)),
    sound,
    desktop: isElsewhere && desktop && !notice.quiet && means.desktop(),
  };
};
