import { useEffect } from 'react';
import { currentSession } from './session/session.ts';

/** Picture or initials shown in the palette in place of an icon. */
export interface PlaceFace {
  name: string;
  /** Address of a picture, as returned by `mediaUrl`. */
  picture?: string;
  /** True for groups and companies, which are shown as squares. */
  square?: boolean;
  /** Channel id: its glyph is shown in the corner. */
  channel?: string;
}

/** A recently visited page about one record. */
export interface RecentPlace {
  title: string;
  subtitle?: string;
  /** Path of the page, from the root. */
  path: string;
  face?: PlaceFace;
}

const maxPages = 6;
const keyOf = (userId: number): string => `recentPlaces.${userId}`;

const isRecentPage = (value: unknown): value is RecentPlace => {
  const { title, path } = (value ?? {}) as Partial<RecentPlace>;
  return typeof title === 'string' && typeof path === 'string';
};

/**
 * Returns the person's recent pages, newest first. Stored for the life of the tab only, so that names of people are not
 * written to disk.
 */
export function recentPlaces(userId: number): readonly RecentPlace[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecentPage) : [];
  } catch {
    return [];
  }
}

const pageOf = (path: string): string => path.split(/[?#]/)[0] ?? path;

export function rememberPlace(userId: number, place: RecentPlace): void {
  const others = recentPlaces(userId).filter(({ path }) => pageOf(path) !== pageOf(place.path));
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify([place, ...others].slice(0, maxPages)));
  } catch {
    // Without storage the palette works, only without recent pages.
  }
}

/** Adds the page's record to the recent pages of the palette (Ctrl K). */
export function useRecentPlace({ title, subtitle, path, face }: RecentPlace): void {
  const { name, picture, square, channel } = face ?? {};
  useEffect(() => {
    const userId = currentSession()?.user.id;
    if (userId === undefined) return;
    const shown = name === undefined ? undefined : { name, picture, square, channel };
    rememberPlace(userId, { title, path, ...(subtitle && { subtitle }), ...(shown && { face: shown as PlaceFace }) });
  }, [channel, name, path, picture, square, subtitle, title]);
}
