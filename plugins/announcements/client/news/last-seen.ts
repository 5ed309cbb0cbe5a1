import type { Announcement } from '../../contract.ts';

const name = 'lastAnnouncementAt';
const days = 365;

/** Returns when an announcement was published, in milliseconds: they are ordered by it. */
export const publicationOf = ({ publishedAt, createdAt }: Announcement): number => Date.parse(publishedAt ?? createdAt);

/** Returns the publication of the newest announcement that opened automatically in this browser; 0: none did. */
export const lastSeen = (): number =>
  Number(
    document.cookie
      .split('; ')
      .find((one) => one.startsWith(`${name}=`))
      ?.slice(name.length + 1),
  ) || 0;

/** Neither this announcement nor an older one opens automatically from now on. */
export const storeLastSeen = (announcement: Announcement): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const latest = Math.max(lastSeen(), publicationOf(announcement));
  document.cookie = `${name}=${latest}; Max-Age=${days * 86_400}; Path=/; SameSite=Lax${secure}`;
};
