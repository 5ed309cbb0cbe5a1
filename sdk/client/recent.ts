import { useEffect } from 'react';
import { currentSession } from './session/session.ts';

/** Whose face stands before a place in the palette, in place of an icon. */
export interface PlaceFace {
  name: string;
  /** Address of a picture, as `mediaUrl` answers it. */
  picture?: string;
  /** Groups and companies are squares. */
  square?: boolean;
  /** Channel id: its glyph sits on the corner. */
  channel?: string;
}

/** A place that somebody was at. */
export interface RecentPlace {
  title: string;
  subtitle?: string;
  /** The page, from the root. */
  path: string;
  face?: PlaceFace;
}

const most = 6;
const keyOf = (userId: number): string => `recentPlaces.${userId}`;

const isPlace = (value: unknown): value is RecentPlace => {
  const { title, path } = (value ?? {}) as Partial<RecentPlace>;
  return typeof title === 'string' && typeof path === 'string';
};

/** Where this person was, newest first. Kept for the tab's life: names of people stay off the disk. */
export function recentPlaces(userId: number): readonly RecentPlace[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPlace) : [];
  } catch {
    return [];
  }
}

const pageOf = (path: string): string => path.split(/[?#]/)[0] ?? path;

export function rememberPlace(userId: number, place: RecentPlace): void {
  const others = recentPlaces(userId).filter(({ path }) => pageOf(path) !== pageOf(place.path));
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify([place, ...others].slice(0, most)));
  } catch {
    // A browser that keeps nothing still finds; it only forgets.
  }
}

/** The page shows this record: it stands among the recent places of the palette (Ctrl K), where one goes back to it. */
export function useRecentPlace({ title, subtitle, path, face }: RecentPlace): void {
  const { name, picture, square, channel } = face ?? {};
  useEffect(() => {
    const userId = currentSession()?.user.id;
    if (userId === undefined) return;
    const shown = name === undefined ? undefined : { name, picture, square, channel };
    rememberPlace(userId, { title, path, ...(subtitle && { subtitle }), ...(shown && { face: shown as PlaceFace }) });
  }, [channel, name, path, picture, square, subtitle, title]);
}
