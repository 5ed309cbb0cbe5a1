const name = 'lastAnnouncementId';
const days = 365;

/** Returns the announcement that was last opened automatically in this browser. */
export const lastSeen = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);

export const storeLastSeen = (id: number): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${id}; Max-Age=${days * 86_400}; Path=/; SameSite=Lax${secure}`;
};
