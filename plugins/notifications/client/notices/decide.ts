import type { LiveNotice } from '../../contract.ts';
import type { Preferences } from '../preferences.ts';

/** Where this tab stands in the person's eyes. */
export interface Place {
  path: string;
  visible: boolean;
  focused: boolean;
  /** Names of the lists in view, which show by themselves what is new in them. */
  lists: readonly string[];
}
/** What the browser allows here. */
export interface Means {
  /** Desktop notices are permitted. Asked only when that decides: browsers take a while to answer. */
  desktop(): boolean;
  /** Push notices come to this browser: the worker shows them while nothing of the product is on the screen. */
  push: boolean;
}
export interface Told {
  card: boolean;
  sound: boolean;
  desktop: boolean;
}

export const isInFront = (
  { path, visible, focused }: Omit<Place, 'lists'>,
  notice: Pick<LiveNotice, 'path'>,
): boolean => visible && focused && path === notice.path.split(/[?#]/)[0];

/** The tab nearest to the person's eyes tells; one that shows the very thing keeps all others silent. */
export const rankOf = (place: Place, notice: Pick<LiveNotice, 'path'>): number => {
  if (isInFront(place, notice)) return 0;
  return place.focused && place.visible ? 1 : place.visible ? 2 : 3;
};

const nothing: Told = { card: false, sound: false, desktop: false };

export const decide = (
  notice: LiveNotice,
  place: Place,
  means: Means,
  { sounds, desktop }: Pick<Preferences, 'sounds' | 'desktop'>,
): Told => {
  if (isInFront(place, notice)) return nothing;
  const sound = sounds && notice.sound !== false && !notice.quiet;
  // The push notice is on its way and brings its own sound.
  if (!place.visible && means.push) return nothing;
  const isElsewhere = !place.visible || !place.focused;
  return {
    card: place.visible && (notice.list === undefined || !place.lists.includes(notice.list)),
    sound,
    desktop: isElsewhere && desktop && !notice.quiet && means.desktop(),
  };
};
