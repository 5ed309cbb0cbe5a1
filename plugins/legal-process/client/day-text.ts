/** Returns a day without a time, `2026-06-22`, as people read it: no time zone can move it. */
export const dayText = (day: string | null): string | null =>
  day === null ? null : day.replace(/^(\d{4})-(\d{2})-(\d{2}).*$/, '$3/$2/$1');
