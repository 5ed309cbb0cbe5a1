/** Returns the days from now, rounded up; a day has 86,400,000 ms. */
export const daysLeft = (until: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(until) - now) / 86_400_000));
