/** Places that this person chose in the palette, newest first. Kept for the tab's life: names of people stay off the disk. */
export interface RecentPlace {
  title: string;
  subtitle?: string;
  path: string;
}

const most = 6;
const keyOf = (userId: number): string => `recentPlaces.${userId}`;

export function recentPlaces(userId: number): readonly RecentPlace[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPlace) : [];
  } catch {
    return [];
  }
}

export function rememberPlace(userId: number, place: RecentPlace): void {
  const others = recentPlaces(userId).filter(({ path }) => path !== place.path);
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify([place, ...others].slice(0, most)));
  } catch {
    // A browser that keeps nothing still finds; it only forgets.
  }
}

const isPlace = (value: unknown): value is RecentPlace =>
  typeof value === 'object' &&
  value !== null &&
  'title' in value &&
  typeof value.title === 'string' &&
  'path' in value &&
  typeof value.path === 'string';
