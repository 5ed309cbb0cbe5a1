import { useEffect } from 'react';
import { currentSession } from './session/session.ts';

/** Picture or initials shown in the palette in place of an icon. */
export interface PaletteAvatar {
  name: string;
  /** Address of a picture, as returned by `mediaUrl`. */
  picture?: string;
  /** True for groups and companies, which are shown as squares. */
  square?: boolean;
  /** Channel id: its glyph is shown in the corner. */
  channel?: string;
}

/** A recently visited page about one record. */
export interface RecentPage {
  title: string;
  subtitle?: string;
  /** Path of the page, from the root. */
  path: string;
  avatar?: PaletteAvatar;
}

const maxPages = 6;
const keyOf = (userId: number): string => `recentPages.${userId}`;

const isRecentPage = (value: unknown): value is RecentPage => {
  const { title, path } = (value ?? {}) as Partial<RecentPage>;
  return typeof title === 'string' && typeof path === 'string';
};

/**
 * Returns the person's recent pages, newest first. Stored for the life of the tab only, so that names of people are not
 * written to disk.
 */
export function recentPages(userId: number): readonly RecentPage[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecentPage) : [];
  } catch {
    return [];
  }
}

const pageOf = (path: string): string => path.split(/[?#]/)[0] ?? path;

export function storeRecentPage(userId: number, page: RecentPage): void {
  const others = recentPages(userId).filter(({ path }) => pageOf(path) !== pageOf(page.path));
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify([page, ...others].slice(0, maxPages)));
  } catch {
    // Without storage the palette works, only without recent pages.
  }
}

/** Adds the page's record to the recent pages of the palette (Ctrl K). */
export function useRecentPage({ title, subtitle, path, avatar: face }: RecentPage): void {
  const { name, picture, square, channel } = face ?? {};
  useEffect(() => {
    const userId = currentSession()?.user.id;
    if (userId === undefined) return;
    const shown = name === undefined ? undefined : { name, picture, square, channel };
    storeRecentPage(userId, {
      title,
      path,
      ...(subtitle && { subtitle }),
      ...(shown && { avatar: shown as PaletteAvatar }),
    });
  }, [channel, name, path, picture, square, subtitle, title]);
}
